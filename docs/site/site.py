"""Hooks of MkDocs: which files are pages, in which order, and whether all that they link to is there."""
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.utils import get_relative_url

ROOT = Path(__file__).resolve().parents[2]
POM = ElementTree.parse(ROOT / "pom.xml").getroot()
PAGES = ["*.md", "docs/**/*.md", "verification/*.md", "verification/simulator-tests/*.md"]
FILES = ["docs/**/*.png", "docs/**/*.svg", "docs/**/*.json", "docs/**/*.yaml"]


def pom(path, otherwise=None):
    return POM.findtext(path.replace("{", "{http://maven.apache.org/POM/4.0.0}"), otherwise)


def on_config(config):
    config.site_name += " " + pom("{version")
    config.nav = [{"Introduction": "README.md"}]
    for line in (ROOT / "docs/README.md").read_text().splitlines():
        if line.startswith("## "):
            config.nav.append({line[3:]: []})
        for title, path in re.findall(r"\[([^]]+)]\(([^)#]+\.md)\)", line):
            list(config.nav[-1].values())[0].append({title: normpath(join("docs", path))})
    config.nav = [group for group in config.nav if any(group.values())] + [{"All pages": "docs/README.md"}]
    return config


def on_files(files, config):
    own = [path.relative_to(ROOT).as_posix() for each in PAGES + FILES for path in sorted(ROOT.glob(each))]
    theme = [file for file in files if not file.abs_src_path.startswith(str(ROOT))]
    return Files([File(path, str(ROOT), config.site_dir, False) for path in own] + theme)


def on_nav(nav, config, files):
    lost = [file.src_uri for file in files.documentation_pages() if file.page not in nav.pages]
    if lost:
        raise PluginError("docs/README.md has no link to " + ", ".join(lost))


def on_page_markdown(markdown, page, config, files):
    """Links to files of the project that are no pages lead to its repository. GitHub is content with less indentation."""
    shallow = re.search(r"(?m)^\n {1,3}\S.*|^ {1,3}([*-]|\d+\.) .*", re.sub(r"(?ms)^( *```).*?^\1", r"\1", markdown))
    if shallow:
        raise PluginError("%s: indent by four what belongs to an item: %s" % (page.file.src_uri, shallow[0].strip()))

    def absolute(link):
        path = normpath(join(dirname(page.file.src_uri), link[1]))
        if path in files or not (ROOT / path).exists():
            return link[0]
        return "](%s/blob/%s/%s" % (pom("{scm/{url"), pom("{scm/{tag", "HEAD"), path)

    return re.sub(r"]\((?!\w+:|#)([^)#\s]+)", absolute, markdown)


def on_post_page(output, page, config):
    """A page that is read from a file may fetch nothing, but may run scripts: the index for search is one too."""
    script = get_relative_url("search/local.js", page.url)
    return output.replace("</head>", "<script>if(location.protocol=='file:')"
                          "document.write('<script src=\"%s\"><\\/script>')</script></head>" % script)


def write_index(site):
    """Readers search the guide; what proves it they find by the navigation."""
    path = site / "search/search_index.json"
    index = json.loads(path.read_text())
    index["docs"] = [doc for doc in index["docs"] if not doc["location"].startswith("verification/")]
    path.write_text(json.dumps(index))
    worker = next(site.glob("assets/javascripts/workers/*.js")).read_text()
    (site / "search/local.js").write_text("var __search = {index: Promise.resolve(%s), worker: URL.createObjectURL("
                                          "new Blob([%s]))}" % (path.read_text(), json.dumps(worker)))


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.anchors, self.links, self.loaded, self.lists, self.prose = {""}, [], [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.prose = tag == "article" or self.prose and tag != "pre"
        for name, value in attrs:
            if name in ("id", "name"):
                self.anchors.add(value)
            elif name in ("href", "src"):
                (self.links if tag == "a" else self.loaded).append(value)

    def handle_endtag(self, tag):
        self.prose = tag == "pre" or self.prose and tag != "article"

    def handle_data(self, data):
        if self.prose:
            self.lists += re.findall(r"\n *((?:[*-]|\d+\.) .*)", data)


def on_post_build(config):
    """Each link leads to a page and an anchor, and no page loads anything from elsewhere."""
    site = Path(config.site_dir)
    for name in ("404.html", "sitemap.xml", "sitemap.xml.gz"):
        (site / name).unlink()  # They would have to know where the site is.
    write_index(site)
    pages = {path.relative_to(site).as_posix(): Page(path.read_text()) for path in sorted(site.rglob("*.html"))}
    broken = []
    for path, page in pages.items():
        broken += ["%s loads %s" % (path, url) for url in page.loaded if urlsplit(url).netloc]
        broken += ["%s has no item of a list, but text: %s" % (path, item) for item in page.lists]
        for url in page.links + page.loaded:
            parts = urlsplit(url)
            if parts.scheme or parts.netloc:
                continue
            target = normpath(join(dirname(path), unquote(parts.path))) if parts.path else path
            if not (site / target).is_file() or target in pages and unquote(parts.fragment) not in pages[target].anchors:
                broken.append("%s links to %s" % (path, url))
    if broken:
        raise PluginError("Broken:\n" + "\n".join(broken))
