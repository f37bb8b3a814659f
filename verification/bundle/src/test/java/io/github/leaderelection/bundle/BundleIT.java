package io.github.leaderelection.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The bundle has all that a repository asks for, and nothing else.
 */
class BundleIT {

	private static final Path ROOT = Path.of("..", "..");

	private static final Path BUNDLE = Path.of(System.getProperty("bundle"));

	private static final Path GROUP = BUNDLE.resolve("io/github/leaderelection");

	private static final String VERSION = System.getProperty("version");

	private static final boolean SIGNED = !System.getProperty("signed-by", "").isEmpty();

	private static final String BOM = "leader-election-bom";

	private static final List<String> JARS = List.of(".jar", "-sources.jar", "-javadoc.jar");

	private static final Map<String, String> SUMS = Map.of(".md5", "MD5", ".sha1", "SHA-1", ".sha256", "SHA-256",
			".sha512", "SHA-512");

	private static final Pattern PUBLIC = Pattern.compile("^public ", Pattern.MULTILINE);

	private static final XPath XPATH = XPathFactory.newInstance().newXPath();

	@Test
	void holdsTheBomAndWhatItNamesAndNothingElse() throws Exception {
		Set<String> named = new TreeSet<>(texts(pom(BOM), "//dependencyManagement//artifactId"));
		assertThat(named).hasSizeGreaterThanOrEqualTo(20);
		named.add(BOM);
		assertThat(names(GROUP)).isEqualTo(named);
		try (Stream<Path> all = Files.walk(BUNDLE)) {
			assertThat(all.filter(Files::isRegularFile))
				.allSatisfy((path) -> assertThat(path.getParent().getFileName()).as("%s", path).hasToString(VERSION));
		}
	}

	@ParameterizedTest
	@MethodSource("artifacts")
	void hasEachFileWithItsSumsAndNoOther(String artifact) throws Exception {
		List<String> parts = new ArrayList<>(List.of(".pom"));
		if (!artifact.equals(BOM)) {
			parts.addAll(JARS);
			parts.add("-cyclonedx.json");
		}
		Set<String> expected = new TreeSet<>();
		for (String part : parts) {
			Path file = file(artifact, part);
			expected.add(file.getFileName().toString());
			for (Map.Entry<String, String> sum : SUMS.entrySet()) {
				Path sums = Path.of(file + sum.getKey());
				expected.add(sums.getFileName().toString());
				byte[] digest = MessageDigest.getInstance(sum.getValue()).digest(Files.readAllBytes(file));
				assertThat(sums).content().isEqualToIgnoringWhitespace(HexFormat.of().formatHex(digest));
			}
			if (SIGNED) {
				Path signature = Path.of(file + ".asc");
				expected.add(signature.getFileName().toString());
				assertThat(signature).content().startsWith("-----BEGIN PGP SIGNATURE-----");
			}
		}
		assertThat(names(GROUP.resolve(artifact).resolve(VERSION))).isEqualTo(expected);
	}

	@ParameterizedTest
	@MethodSource("artifacts")
	void pomSaysWhoseItIsAndNamesOnlyWhatIsPublished(String artifact) throws Exception {
		Document pom = pom(artifact);
		Document parent = xml(ROOT.resolve("pom.xml"));
		for (String one : List.of("url", "organization/name", "licenses/license/name", "licenses/license/url",
				"developers/developer/name", "scm/url", "scm/connection")) {
			assertThat(texts(pom, "/project/" + one)).as(one).hasSize(1).isEqualTo(texts(parent, "/project/" + one));
		}
		assertThat(texts(pom, "/project/name | /project/description")).hasSize(2).doesNotContain("");
		assertThat(texts(pom, "/project/version")).containsExactly(VERSION);
		assertThat(texts(pom, "//parent | //repositories | //pluginRepositories | //distributionManagement")).isEmpty();
		assertThat(texts(pom, "//dependency[scope = 'test' or type = 'test-jar' or classifier = 'tests']")).isEmpty();
		String others = "//dependency[groupId != 'io.github.leaderelection']/version";
		assertThat(texts(pom, others)).noneSatisfy((version) -> assertThat(version).matches("|.*(SNAPSHOT|\\$\\{).*"));
		assertThat(texts(pom, "//dependency[groupId = 'io.github.leaderelection']/version"))
			.isSubsetOf(artifact.equals(BOM) ? "${project.version}" : VERSION);
		assertThat(texts(pom, "//dependency[groupId = 'io.github.leaderelection']/artifactId"))
			.isSubsetOf(names(GROUP));
	}

	@ParameterizedTest
	@MethodSource("modules")
	void eachJarHasLicenseAndNotice(String module) throws IOException {
		for (String part : JARS) {
			for (String name : List.of("LICENSE", "NOTICE")) {
				assertThat(read(file(module, part), "META-INF/" + name)).as(part)
					.isEqualTo(Files.readString(ROOT.resolve(name)));
			}
		}
	}

	@ParameterizedTest
	@MethodSource("modules")
	void classesHaveTheirSourcesAndNoneIsATest(String module) throws IOException {
		Set<String> sources = entries(file(module, "-sources.jar"));
		assertThat(entries(file(module, ".jar"))).filteredOn((entry) -> entry.endsWith(".class"))
			.allSatisfy((entry) -> assertThat(sources).contains(entry.replaceFirst("(\\$.*)?\\.class", ".java")))
			.noneSatisfy((entry) -> assertThat(entry).matches(".*(Tests|IT)(\\$.*)?\\.class"));
	}

	@ParameterizedTest
	@MethodSource("modules")
	void javadocHasThePackagesOfTheApiAlone(String module) throws IOException {
		Path sources = file(module, "-sources.jar");
		Set<String> api = new TreeSet<>();
		for (String entry : entries(sources)) {
			if (entry.endsWith(".java") && !entry.contains("/internal/")
					&& PUBLIC.matcher(read(sources, entry)).find()) {
				api.add(entry.replaceFirst("[^/]+$", "package-summary.html"));
			}
		}
		Set<String> pages = entries(file(module, "-javadoc.jar"));
		assertThat(pages).noneSatisfy((page) -> assertThat(page).contains("/internal"));
		assertThat(pages).filteredOn((page) -> page.endsWith("/package-summary.html"))
			.containsExactlyInAnyOrderElementsOf(api);
	}

	@Test
	void eachModuleHasANameOfItsOwn() throws IOException {
		Map<String, String> names = new HashMap<>();
		for (String module : modules()) {
			try (JarFile jar = new JarFile(file(module, ".jar").toFile())) {
				String name = jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name");
				assertThat(name).as(module)
					.isEqualTo(module.replace("leader-election", "io.github.leaderelection").replace('-', '.'));
				names.put(name, module);
			}
		}
		assertThat(names).hasSameSizeAs(modules());
	}

	@ParameterizedTest
	@MethodSource("modules")
	void billOfMaterialsNamesWhatThePomNames(String module) throws Exception {
		String bill = Files.readString(file(module, "-cyclonedx.json"));
		Document pom = pom(module);
		List<String> groups = texts(pom, "//dependency/groupId");
		List<String> artifacts = texts(pom, "//dependency/artifactId");
		List<String> versions = texts(pom, "//dependency/version");
		assertThat(bill).contains("\"CycloneDX\"", "pkg:maven/io.github.leaderelection/" + module + "@" + VERSION);
		for (int i = 0; i < groups.size(); i++) {
			assertThat(bill)
				.contains("\"pkg:maven/" + groups.get(i) + "/" + artifacts.get(i) + "@" + versions.get(i) + "?type=");
		}
	}

	static Set<String> artifacts() throws IOException {
		return names(GROUP);
	}

	static Set<String> modules() throws IOException {
		Set<String> modules = names(GROUP);
		modules.remove(BOM);
		return modules;
	}

	private static Set<String> names(Path directory) throws IOException {
		try (Stream<Path> paths = Files.list(directory)) {
			return paths.map((path) -> path.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
		}
	}

	private static Path file(String artifact, String part) {
		return GROUP.resolve(artifact).resolve(VERSION).resolve(artifact + "-" + VERSION + part);
	}

	private static Set<String> entries(Path jar) throws IOException {
		try (JarFile file = new JarFile(jar.toFile())) {
			return file.stream().map(ZipEntry::getName).collect(Collectors.toSet());
		}
	}

	private static String read(Path jar, String entry) throws IOException {
		try (JarFile file = new JarFile(jar.toFile())) {
			assertThat(file.getEntry(entry)).as("%s in %s", entry, jar).isNotNull();
			try (InputStream stream = file.getInputStream(file.getEntry(entry))) {
				return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
			}
		}
	}

	private static Document pom(String artifact) throws Exception {
		return xml(file(artifact, ".pom"));
	}

	private static Document xml(Path path) throws Exception {
		return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(path.toFile());
	}

	private static List<String> texts(Document document, String path) throws Exception {
		NodeList nodes = (NodeList) XPATH.evaluate(path, document, XPathConstants.NODESET);
		List<String> texts = new ArrayList<>();
		for (int i = 0; i < nodes.getLength(); i++) {
			texts.add(nodes.item(i).getTextContent());
		}
		return texts;
	}

}
