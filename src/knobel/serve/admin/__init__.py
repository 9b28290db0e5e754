"""Administration of a server: the address for the operator, and the commands of `knobel admin`."""
