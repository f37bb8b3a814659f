package io.github.leaderelection.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How much stands in one package, how much of it hangs together, and whether a name says
 * which class is meant. What is listed here does not keep to the rule yet; a line that is
 * no longer needed has to go.
 */
class RoomsTests {

	private static final String ROOT = "io.github.leaderelection";

	private static final int MOST_FILES = 20;

	/** The API is one package for its users. */
	private static final int MOST_FILES_OF_THE_API = 30;

	private static final int LARGEST_CIRCLE = 5;

	private static final Set<String> TOO_LARGE = Set.of(ROOT + ".internal.quorum");

	private static final Set<String> TOO_ENTANGLED = Set.of(ROOT + ".internal.quorum");

	@Test
	void noPackageHasTooManyFiles() throws IOException {
		Map<String, List<Path>> files = sources().stream()
			.collect(Collectors.groupingBy(RoomsTests::packageOf, TreeMap::new, Collectors.toList()));
		assertThat(files).containsKeys(ROOT, ROOT + ".autoconfigure", ROOT + ".simulator");
		files.entrySet().removeIf((entry) -> entry.getValue().size() <= mostFiles(entry.getKey()));
		assertThat(files.keySet()).containsExactlyInAnyOrderElementsOf(TOO_LARGE);
	}

	@Test
	void fewFilesOfAPackageKnowEachOtherInACircle() {
		JavaClasses classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
			.importPackages(ROOT);
		Map<String, Set<String>> known = new HashMap<>();
		for (JavaClass type : classes) {
			Set<String> ofFile = known.computeIfAbsent(file(type), (file) -> new TreeSet<>());
			type.getDirectDependenciesFromSelf()
				.stream()
				.map((dependency) -> dependency.getTargetClass().getBaseComponentType())
				.filter((target) -> target.getPackageName().equals(type.getPackageName()))
				.forEach((target) -> ofFile.add(file(target)));
		}
		Map<String, Set<String>> reached = known.keySet()
			.stream()
			.collect(Collectors.toMap((file) -> file, (file) -> reached(file, known)));
		Set<String> entangled = new TreeSet<>();
		reached.forEach((file, others) -> {
			long circle = others.stream().filter((other) -> reached.get(other).contains(file)).count();
			if (circle > LARGEST_CIRCLE) {
				entangled.add(file.substring(0, file.lastIndexOf('.')));
			}
		});
		assertThat(reached).containsKey(ROOT + ".autoconfigure.LeaderElectionProperties");
		assertThat(entangled).containsExactlyInAnyOrderElementsOf(TOO_ENTANGLED);
	}

	@Test
	void noTwoClassesOfAModuleHaveTheSameName() throws IOException {
		Set<String> names = new HashSet<>();
		Set<String> twice = new TreeSet<>();
		for (Path source : sources()) {
			String module = module(source).getFileName().toString();
			String name = module + " " + source.getFileName().toString().replace(".java", "");
			if (!names.add(name)) {
				twice.add(name);
			}
		}
		assertThat(twice).isEmpty();
	}

	private static int mostFiles(String name) {
		return name.equals(ROOT) ? MOST_FILES_OF_THE_API : MOST_FILES;
	}

	/** Of all modules of the repository, without tests. */
	private static List<Path> sources() throws IOException {
		try (Stream<Path> modules = Files.find(Path.of("").toAbsolutePath().getParent(), 3,
				(path, attributes) -> path.endsWith(Path.of("pom.xml")))) {
			return modules.map((pom) -> pom.resolveSibling(Path.of("src", "main", "java")))
				.filter(Files::isDirectory)
				.flatMap(RoomsTests::files)
				.filter((path) -> path.toString().endsWith(".java") && !path.endsWith("package-info.java"))
				.toList();
		}
	}

	private static Stream<Path> files(Path directory) {
		try {
			return Files.walk(directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Path module(Path source) {
		Path path = source;
		while (!path.endsWith(Path.of("src", "main", "java"))) {
			path = path.getParent();
		}
		return path.getParent().getParent().getParent();
	}

	private static String packageOf(Path source) {
		Path root = module(source).resolve(Path.of("src", "main", "java"));
		return root.relativize(source.getParent()).toString().replace('/', '.').replace('\\', '.');
	}

	private static Set<String> reached(String from, Map<String, Set<String>> known) {
		Set<String> reached = new HashSet<>();
		Deque<String> open = new ArrayDeque<>(known.get(from));
		while (!open.isEmpty()) {
			String next = open.pop();
			if (reached.add(next)) {
				open.addAll(known.getOrDefault(next, Set.of()));
			}
		}
		return reached;
	}

	private static String file(JavaClass type) {
		JavaClass top = type;
		while (top.getEnclosingClass().isPresent()) {
			top = top.getEnclosingClass().get();
		}
		return top.getName();
	}

}
