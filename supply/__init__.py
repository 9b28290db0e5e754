"""What comes with knobel from others: which packages, under which licences, with which known flaws."""
