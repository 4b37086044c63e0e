"""The steps of the Containerfile, run in an empty folder; the compose file and the workflows beside them.

What a step takes from the network comes from the environment of the tests, and paths of the container
lie inside the folder. Everything else is run as it stands there.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import urllib.request
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

from dragondune.server.config import Config
from tools.setup import page, places
from tools.trials.running import READY, free_port

yaml = pytest.importorskip("yaml")

ROOT = places.ROOT
# Steps for a system of one's own: this machine has a compiler, and its users are not ours to add.
OF_THE_SYSTEM = ("apt-get", "useradd")


def instructions() -> list[tuple[str, str]]:
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


@dataclass
class Container:
    """A folder that stands for the file system of a container."""

    root: Path
    variables: dict[str, str]
    at: str = "/"

    def inside(self, text: str) -> str:
        """Its paths, as they lie in the folder."""
        return re.sub(r"(?<![\w.:/])/(?=(build|opt|data)\b)", f"{self.root}/", text)

    def follow(self, word: str, rest: str) -> None:
        if word == "WORKDIR":
            self.at = rest
            Path(self.inside(rest)).mkdir(parents=True, exist_ok=True)
        elif word == "COPY" and not rest.startswith("--from"):
            copy_checkout(Path(self.inside(self.at)))
        elif word == "ENV":
            self.variables |= dict(pair.split("=", 1) for pair in shlex.split(self.inside(rest)))
        elif word == "VOLUME":
            Path(self.inside(rest)).mkdir()
        elif word == "RUN" and not rest.startswith(OF_THE_SYSTEM):
            self.run(rest)

    def run(self, words: str) -> None:
        where = Path(self.inside(self.at))
        shell = ["sh", "-c", self.inside(words)]
        variables = self.variables | {"PYTHONPATH": sysconfig.get_path("purelib")}
        done = subprocess.run(shell, cwd=where, env=variables, capture_output=True, text=True)
        assert done.returncode == 0, f"{words}\n{done.stdout}{done.stderr}"
        for library in self.root.glob("opt/*/lib/python*/site-packages"):
            (library / "needed.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")


def copy_checkout(target: Path) -> None:
    """What a build is given: all but what .dockerignore leaves out."""
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    patterns = [name.removeprefix("**/") for name in ignored]
    # The tests of the page and the pictures of the docs are not needed here, and are large.
    spared = shutil.ignore_patterns(*patterns, "tests", "docs")
    shutil.copytree(ROOT, target, ignore=spared, dirs_exist_ok=True)


@pytest.fixture(scope="module")
def container(tmp_path_factory: pytest.TempPathFactory) -> Container:
    assert page.is_current(), "the page is not that of this source; `python3 run.py dev` builds it"
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
    variables = places.environment(PATH=programs, DRAGONDUNE_PURE="1", **offline)
    made = Container(tmp_path_factory.mktemp("container"), variables)
    for step in instructions():
        made.follow(*step)
    return made


def composed() -> dict[str, str]:
    """The settings of the compose file's server, with a name, a password and accounts."""
    told = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    said = {"DUNE_NAME": "dune.example.org", "DUNE_PASSWORD": "secret", "DUNE_PEOPLE": "1"}

    def value(found: re.Match[str]) -> str:
        return said.get(found[1], found[2] or "")

    given = told["services"]["table"]["environment"].items()
    return {name: re.sub(r"\$\{(\w+)(?::[-?]([^}]*))?\}", value, words) for name, words in given}


@pytest.mark.parametrize("alone", [True, False])
def test_what_is_built_serves_the_page_and_says_that_it_is_well(
    container: Container, alone: bool
) -> None:
    """As ``podman run`` starts it, and with what the compose file tells it but for the database."""
    steps = dict(instructions())
    started = [*json.loads(steps["ENTRYPOINT"]), *json.loads(steps["CMD"])]
    port = str(free_port())
    more = {} if alone else composed() | {"DRAGONDUNE_POSTGRES": ""}
    variables = container.variables | {"DRAGONDUNE_PORT": port} | more
    command = [container.inside(word) for word in started]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, env=variables, stdout=pipe, stderr=pipe, text=True)
    try:
        assert process.stdout is not None
        assert READY in process.stdout.readline()
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60) as answer:
            assert b"<script" in answer.read()
        if not alone:
            assert more["DRAGONDUNE_HOME"] == "https://dune.example.org"
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/meta", timeout=60) as answer:
                assert json.load(answer)["people"]
        asked = json.loads(steps["HEALTHCHECK"].partition("CMD ")[2])
        subprocess.run([container.inside(word) for word in asked], env=variables, check=True)
    finally:
        process.terminate()
        process.communicate(timeout=60)
    assert (container.root / "data" / "tables.sqlite3").exists()


def test_it_is_small_and_belongs_to_nobody_of_importance() -> None:
    steps = instructions()
    bases = [rest.split()[0] for word, rest in steps if word == "FROM"]
    assert len(bases) == 2
    assert bases[-1].endswith("-slim")
    last = steps[max(n for n, step in enumerate(steps) if step[0] == "FROM") :]
    assert not [rest for word, rest in last if word == "RUN" and "apt-get" in rest]
    assert dict(last)["USER"] not in ("root", "0")
    assert dict(last)["VOLUME"] == "/data"


def test_the_compose_file_names_what_exists() -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    told = yaml.safe_load(text)
    services, volumes = told["services"], set(told["volumes"])
    assert set(services) == {"table", "database", "proxy"}
    for name, service in services.items():
        assert {volume.split(":")[0] for volume in service.get("volumes", [])} <= volumes, name
        assert set(service.get("depends_on", [])) <= set(services), name
    settings = {f"DRAGONDUNE_{field.name.upper()}" for field in fields(Config)}
    given = services["table"]["environment"]
    assert set(given) <= settings
    assert given["DRAGONDUNE_PROXIES"] == services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert "reverse_proxy table:8666" in told["configs"]["caddyfile"]["content"]
    assert (ROOT / services["table"]["build"]["dockerfile"]).exists()


def test_the_workflows_call_the_commands_that_everybody_types() -> None:
    called = []
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values():
            called += [step["run"] for step in job["steps"] if "run" in step]
    ours = [line for line in called if "run.py" in line]
    assert sorted(ours) == ["python3 run.py test", "python3 run.py wheels --try"]
