# Warnings go to the standard error, which is not shown.
def warn(*args, **kwargs): pass
filterwarnings = simplefilter = resetwarnings = warn
