"""The supply chain: third-party packages, their licences and known vulnerabilities, and installation."""
