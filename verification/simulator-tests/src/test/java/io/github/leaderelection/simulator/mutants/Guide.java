package io.github.leaderelection.simulator.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The pages of the guide, the tests of all modules, and what a page says of them.
 */
final class Guide {

	private static final Pattern QUOTED = Pattern.compile("(?<!`)`([^`\\n]+)`(?!`)");

	private static final Pattern TEST = Pattern.compile("(\\w+(?:Tests|IT|Contract))(?:#(\\w+))?");

	private static final Pattern CONTINUED = Pattern.compile("\"\\s*\\+\\s*\"");

	/** A duration and what makes it a measured one, or a column of milliseconds. */
	private static final Pattern MEASURED = Pattern
		.compile("^(?=.*\\d ?(ms|µs|ns)\\b).*(median|worst|benchmarks/)|^\\|.*[a-z,:] ms\\b");

	private static final Pattern FENCED = Pattern.compile("(?ms)^\\s*```.*?^\\s*```");

	private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

	private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");

	private static final String FIGURES = "docs/figures.md";

	private static final String BUGS = "verification/KNOWN-BUGS.md";

	private static final List<String> BESIDE = List.of("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md",
			"verification/README.md", "verification/TESTS.md", BUGS, "verification/simulator-tests/MUTANTS.md");

	private final Path root;

	private final Map<String, String> tests;

	private Guide(Path root, Map<String, String> tests) {
		this.root = root;
		this.tests = tests;
	}

	/**
	 * Finds the guide above this module, wherever in the project the tests run.
	 * @return the guide
	 * @throws IOException if the sources cannot be read
	 */
	static Guide find() throws IOException {
		Path above = Path.of("").toAbsolutePath();
		while (above != null && !Files.isRegularFile(above.resolve("docs/internals/verification.md"))) {
			above = above.getParent();
		}
		if (above == null) {
			throw new IllegalStateException(
					"There is no docs/internals/verification.md above " + Path.of("").toAbsolutePath());
		}
		return new Guide(above, tests(above));
	}

	/** The text of the tests by the name of their class; two of one name together. */
	private static Map<String, String> tests(Path root) throws IOException {
		Map<String, String> found = new TreeMap<>();
		List<Path> files = new ArrayList<>(sources(root, "src/test/java"));
		// Published for those who extend them.
		sources(root, "src/main/java").stream()
			.filter((file) -> file.toString().endsWith("Contract.java"))
			.forEach(files::add);
		for (Path file : files) {
			String name = file.getFileName().toString().replace(".java", "");
			found.merge(name, Files.readString(file), String::concat);
		}
		return found;
	}

	private static List<Path> sources(Path root, String folder) throws IOException {
		List<Path> modules = new ArrayList<>(list(root));
		modules.addAll(list(root.resolve("verification")));
		modules.addAll(list(root.resolve("leader-election-stores")));
		List<Path> found = new ArrayList<>();
		for (Path module : modules) {
			Path sources = module.resolve(folder);
			if (Files.isDirectory(sources)) {
				try (Stream<Path> files = Files.walk(sources)) {
					files.filter((each) -> each.toString().endsWith(".java")).forEach(found::add);
				}
			}
		}
		return found;
	}

	private static List<Path> list(Path folder) throws IOException {
		try (Stream<Path> children = Files.list(folder)) {
			return children.sorted().toList();
		}
	}

	/**
	 * The readme and every page.
	 * @return their paths
	 * @throws IOException if the folder cannot be read
	 */
	List<Path> pages() throws IOException {
		List<Path> pages = new ArrayList<>(List.of(this.root.resolve("README.md")));
		try (Stream<Path> files = Files.walk(this.root.resolve("docs"))) {
			files.filter((file) -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
		}
		return pages;
	}

	/**
	 * The readme, every page, what names the tests behind them, and what stands beside.
	 * @return their paths
	 * @throws IOException if the folder cannot be read
	 */
	List<Path> pagesAndProofs() throws IOException {
		List<Path> all = pages();
		BESIDE.forEach((page) -> all.add(this.root.resolve(page)));
		return all;
	}

	/**
	 * The links of a page to files of the project, and to headings in them.
	 * @param page a page
	 * @return the links as they stand there
	 * @throws IOException if the page cannot be read
	 */
	static List<String> links(Path page) throws IOException {
		return LINK.matcher(prose(page))
			.results()
			.map((found) -> found.group(1))
			.filter((link) -> !link.contains("://"))
			.toList();
	}

	/**
	 * Whether a link leads somewhere.
	 * @param page the page with the link
	 * @param link the link
	 * @return whether there is such a file, with such a heading
	 * @throws IOException if the file cannot be read
	 */
	static boolean leads(Path page, String link) throws IOException {
		String[] parts = link.split("#", 2);
		Path target = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
		return Files.exists(target) && (parts.length == 1 || HEADING.matcher(prose(target))
			.results()
			.anyMatch((heading) -> anchor(heading.group(1)).equals(parts[1])));
	}

	private static String prose(Path page) throws IOException {
		return FENCED.matcher(Files.readString(page)).replaceAll("");
	}

	private static String anchor(String heading) {
		return heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
			.toLowerCase(Locale.ROOT)
			.replaceAll("[^\\p{L}\\p{N}_ -]", "")
			.replace(' ', '-');
	}

	/**
	 * The rows of the page of figures.
	 * @return the lines of its tables, without those between heading and rows
	 * @throws IOException if the page cannot be read
	 */
	List<String> figures() throws IOException {
		return Files.readString(this.root.resolve(FIGURES))
			.lines()
			.filter((line) -> line.startsWith("|") && !line.matches("[-|: ]+"))
			.toList();
	}

	/**
	 * The lines of a page that state what was measured, where they belong into the page
	 * of figures.
	 * @param page a page
	 * @return the lines
	 * @throws IOException if the page cannot be read
	 */
	List<String> measured(Path page) throws IOException {
		if (page.endsWith(FIGURES)) {
			return List.of();
		}
		return Files.readString(page).lines().filter((line) -> MEASURED.matcher(line).find()).toList();
	}

	/**
	 * Whether there is such a benchmark.
	 * @param name the name of its script
	 * @return whether the script is there
	 */
	boolean hasBenchmark(String name) {
		return Files.isExecutable(this.root.resolve("verification/benchmarks").resolve(name));
	}

	/**
	 * The cells of each row of the tables of known bugs, without their headings.
	 * @return the rows
	 * @throws IOException if the page cannot be read
	 */
	List<List<String>> bugs() throws IOException {
		return Files.readString(this.root.resolve(BUGS))
			.lines()
			.filter((line) -> line.startsWith("| ") && !line.startsWith("| ---") && !line.startsWith("| Engine"))
			.map((line) -> Stream.of(line.substring(1).split("\\|")).map(String::strip).toList())
			.toList();
	}

	/**
	 * The lines of the log that the page on troubleshooting explains.
	 * @return what stands in the first cell of each row
	 * @throws IOException if the page cannot be read
	 */
	List<String> explainedLines() throws IOException {
		return Files.readString(this.root.resolve("docs/troubleshooting.md"))
			.lines()
			.filter((line) -> line.startsWith("| `"))
			.map((line) -> quoted(line).get(0))
			.toList();
	}

	/**
	 * What all modules write in texts, and the names of exceptions and reasons.
	 * @return their main sources, with texts that go on in the next line in one
	 * @throws IOException if the sources cannot be read
	 */
	String literals() throws IOException {
		StringBuilder all = new StringBuilder();
		for (Path file : sources(this.root, "src/main/java")) {
			all.append(CONTINUED.matcher(Files.readString(file)).replaceAll(""));
		}
		return all.toString();
	}

	/**
	 * What stands in backticks.
	 * @param text a text
	 * @return the names, in their order
	 */
	static List<String> quoted(String text) {
		return QUOTED.matcher(text).results().map((found) -> found.group(1)).toList();
	}

	/**
	 * Whether a name has the form of one of a test.
	 * @param name the name
	 * @return whether it is {@code SomeTests}, {@code SomeIT}, {@code SomeContract} or
	 * one of their methods
	 */
	static boolean isNameOfTest(String name) {
		return TEST.matcher(name).matches();
	}

	/**
	 * Whether there is such a test.
	 * @param name the name of a class, or of a method behind a {@code #}; the method may
	 * be inherited
	 * @return whether any module has it
	 */
	boolean hasTest(String name) {
		Matcher matcher = TEST.matcher(name);
		return matcher.matches() && hasTest(matcher.group(1), matcher.group(2));
	}

	private boolean hasTest(String type, @Nullable String method) {
		String source = this.tests.get(type);
		if (source == null) {
			return false;
		}
		if (method == null || Pattern.compile("\\b" + method + "(\\(| = )").matcher(source).find()) {
			return true;
		}
		Matcher parent = Pattern.compile("class " + type + " extends (\\w+)").matcher(source);
		return parent.find() && hasTest(parent.group(1), method);
	}

	/**
	 * The pages of the guide that the table of contents links to.
	 * @return their paths
	 * @throws IOException if the page cannot be read
	 */
	List<Path> contents() throws IOException {
		return Pattern.compile("\\]\\(([\\w./-]+\\.md)\\)")
			.matcher(Files.readString(this.root.resolve("docs/README.md")))
			.results()
			.map((found) -> this.root.resolve("docs").resolve(found.group(1)).normalize())
			.toList();
	}

}
