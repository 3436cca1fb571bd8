"""Only the tag of the wheel: the program inside is for one platform, and for every Python."""
from setuptools import Distribution, setup

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:
    from wheel.bdist_wheel import bdist_wheel


class Platform(bdist_wheel):
    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


class WithProgram(Distribution):
    def has_ext_modules(self):
        return True


setup(cmdclass={"bdist_wheel": Platform}, distclass=WithProgram)
