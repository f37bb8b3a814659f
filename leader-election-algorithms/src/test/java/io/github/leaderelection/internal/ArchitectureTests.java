package io.github.leaderelection.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import io.github.leaderelection.internal.algorithm.ElectionAlgorithm;
import org.junit.jupiter.api.Test;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which election may know what, and what none may do.
 */
@AnalyzeClasses(packages = ArchitectureTests.INTERNAL, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	static final String INTERNAL = "io.github.leaderelection.internal";

	private static final String NOMINATION = INTERNAL + ".nomination";

	/** Each election has a package of its own. */
	private static final List<String> ELECTIONS = elections();

	private static final String[] ALL = Stream.concat(Stream.of(NOMINATION), ELECTIONS.stream()).toArray(String[]::new);

	private static final String[] BELOW = { "io.github.leaderelection", "io.github.leaderelection.spi",
			INTERNAL + ".protocol", INTERNAL + ".quorum..", INTERNAL + ".algorithm", INTERNAL + ".setting", "java..",
			"org.jspecify.annotations.." };

	@ArchTest
	static final ArchRule nominationKnowsOnlyTheElectionBelow = classes().that()
		.resideInAPackage(NOMINATION)
		.should()
		.onlyDependOnClassesThat(resideInAnyPackage(BELOW).or(resideInAPackage(NOMINATION))
			.or(resideInAPackage(INTERNAL + ".health"))
			.or(JavaClass.Predicates.simpleNameEndingWith("[]")));

	@ArchTest
	static void eachElectionKnowsOnlyItselfAndTheElectionBelow(JavaClasses classes) {
		assertThat(ELECTIONS).hasSizeGreaterThanOrEqualTo(6);
		for (String election : ELECTIONS) {
			classes().that()
				.resideInAPackage(election)
				.should()
				.onlyDependOnClassesThat(resideInAnyPackage(BELOW).or(resideInAnyPackage(NOMINATION, election))
					.or(JavaClass.Predicates.simpleNameEndingWith("[]")))
				.check(classes);
		}
	}

	@ArchTest
	static final ArchRule electionsReadNoClockDrawNoRandomnessAndStartNoThread = noClasses().that()
		.resideInAnyPackage(ALL)
		.should()
		.callMethod(System.class, "nanoTime")
		.orShould()
		.callMethod(System.class, "currentTimeMillis")
		.orShould()
		.callMethod(Math.class, "random")
		.orShould()
		.callMethod(System.class, "identityHashCode", Object.class)
		.orShould()
		.dependOnClassesThat()
		.haveNameMatching("java\\.time\\.(Clock|Instant.*|Local.*|Zoned.*|Offset.*|Year.*)"
				+ "|java\\.util\\.(Random|SplittableRandom|UUID|random\\..*|Timer.*|concurrent\\..*)"
				+ "|java\\.security\\..*|java\\.lang\\.(Thread.*|Process.*|Runtime)");

	@ArchTest
	static final ArchRule electionsTouchNoFileNoNetworkAndNoLog = noClasses().that()
		.resideInAnyPackage(ALL)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.net..", "org.slf4j..");

	@Test
	void eachIsFoundByOneLine() throws IOException {
		assertThat(lines()).hasSize(ELECTIONS.size()).isSorted();
	}

	private static List<String> elections() {
		try {
			return lines().stream().map((line) -> line.substring(0, line.lastIndexOf('.'))).toList();
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static List<String> lines() throws IOException {
		Path services = Path.of("src", "main", "resources", "META-INF", "services", ElectionAlgorithm.class.getName());
		return Files.readAllLines(services, StandardCharsets.UTF_8);
	}

}
