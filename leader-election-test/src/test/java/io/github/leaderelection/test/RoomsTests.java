package io.github.leaderelection.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.github.leaderelection.internal.Circles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How much stands in one package and in one module, how much of it hangs together, and
 * whether a name says which class is meant.
 */
class RoomsTests {

	private static final String ROOT = "io.github.leaderelection";

	private static final int MOST_FILES = 20;

	/** The API is one package for its users. */
	private static final int MOST_FILES_OF_THE_API = 30;

	@Test
	void noPackageHasTooManyFiles() throws IOException {
		Map<String, List<Path>> files = sources().stream()
			.collect(Collectors.groupingBy(RoomsTests::packageOf, TreeMap::new, Collectors.toList()));
		assertThat(files).containsKeys(ROOT, ROOT + ".autoconfigure", ROOT + ".simulator");
		files.entrySet().removeIf((entry) -> entry.getValue().size() <= mostFiles(entry.getKey()));
		assertThat(files).isEmpty();
	}

	@Test
	void fewFilesOfAPackageKnowEachOtherInACircle() {
		JavaClasses classes = new ClassFileImporter().withImportOption(new ShippedClasses()).importPackages(ROOT);
		assertThat(classes.contain(ROOT + ".autoconfigure.LeaderElectionProperties")).isTrue();
		assertThat(Circles.tooLarge(classes)).isEmpty();
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

	@ParameterizedTest
	@CsvSource(delimiter = ';', textBlock = """
			the law       ;  5800 ; leader-election-core/internal/(protocol|quorum|algorithm)/.*
			the machine   ;  7440 ; leader-election-core/(internal/(runtime/|health/|store/\\w+[.])|node/).*
			stores share  ;   350 ; leader-election-core/internal/store/lease/.*
			API and SPI   ;   800 ; leader-election-core/(spi/)?\\w+[.]java
			the core      ; 16154 ; leader-election-core/.*
			elections     ; 14000 ; leader-election-algorithms/.*
			transport     ; 14000 ; leader-election-transport/.*
			Spring        ; 14000 ; leader-election-autoconfigure/.*
			test kit      ; 14000 ; leader-election-test/.*
			assignments   ;  5181 ; leader-election-assignments/.*
			metadata      ;  2426 ; leader-election-metadata/.*
			node fencing  ;  1240 ; leader-election-node-fencing/.*
			fencing       ;  1600 ; leader-election-fencing/.*
			database      ;  2369 ; jdbc/.*
			Kubernetes    ;  1178 ; kubernetes/.*
			etcd          ;   897 ; etcd/.*
			Redis         ;  1023 ; redis/.*
			ZooKeeper     ;   854 ; zookeeper/.*
			a servlet app ; 48843 ; leader-election-(core|algorithms|transport|autoconfigure|fencing|forward)/.*|jdbc/.*
			""")
	void roomStaysSmall(String room, long mostLines, String files) throws IOException {
		Pattern pattern = Pattern.compile(files);
		long lines = 0;
		for (Path source : sources()) {
			lines += pattern.matcher(address(source)).matches() ? codeLines(source) : 0;
		}
		assertThat(lines).as(room).isPositive().isLessThanOrEqualTo(mostLines);
	}

	/** Such as {@code etcd/internal/store/etcd/EtcdLeaseStore.java}. */
	private static String address(Path source) {
		Path module = module(source);
		Path root = module.resolve(Path.of("src", "main", "java", ROOT.replace('.', '/')));
		return module.getFileName() + "/" + root.relativize(source).toString().replace('\\', '/');
	}

	/** Neither blank nor of a comment alone. */
	private static long codeLines(Path source) throws IOException {
		boolean comment = false;
		long lines = 0;
		for (String line : Files.readAllLines(source)) {
			String text = line.strip();
			comment |= text.startsWith("/*");
			lines += (comment || text.isEmpty() || text.startsWith("//")) ? 0 : 1;
			comment &= !text.contains("*/");
		}
		return lines;
	}

	private static int mostFiles(String name) {
		return name.equals(ROOT) ? MOST_FILES_OF_THE_API : MOST_FILES;
	}

	/** Of all modules of the repository, without tests and examples. */
	private static List<Path> sources() throws IOException {
		try (Stream<Path> modules = Files.find(Path.of("").toAbsolutePath().getParent(), 3,
				(path, attributes) -> path.endsWith(Path.of("pom.xml")))) {
			return modules.filter((pom) -> !pom.getParent().getParent().endsWith("examples"))
				.map((pom) -> pom.resolveSibling(Path.of("src", "main", "java")))
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

}
