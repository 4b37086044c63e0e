"""What is said where a package of somebody else is missing."""


def missing(module: str, package: str, extra: str) -> ModuleNotFoundError:
    """One sentence, and the command that helps."""
    return ModuleNotFoundError(
        f"{module} needs the package {package}: pip install 'dragon-dune[{extra}]'.", name=package
    )
