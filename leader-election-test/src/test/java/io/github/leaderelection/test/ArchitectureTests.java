package io.github.leaderelection.test;

import java.util.stream.Stream;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Who may know whom, and what nobody may do.
 */
@AnalyzeClasses(packages = ArchitectureTests.TEST, importOptions = ShippedClasses.class)
class ArchitectureTests {

	static final String TEST = "io.github.leaderelection.test";

	private static final String ROOT = "io.github.leaderelection";

	private static final String[] CORE = { ROOT, ROOT + ".node", ROOT + ".spi", ROOT + ".internal.." };

	private static final String CLUSTER = TEST + ".cluster";

	private static final String ASSERTJ = TEST + ".assertj";

	private static final String STORE = TEST + ".store";

	private static final String AUTOCONFIGURE = TEST + ".autoconfigure";

	private static final String ASSIGNMENTS = TEST + ".assignments";

	private static final String[] OF_ASSIGNMENTS = { ROOT + ".assignments", ROOT + ".internal.assignment.." };

	private static final String[] PLAIN = { "java..", "org.jspecify.annotations.." };

	@ArchTest
	static final ArchRule electionOfATestKnowsTheCoreAlone = knowsOnly(TEST, CORE, PLAIN);

	@ArchTest
	static final ArchRule clusterKnowsTheCoreAndAssignments = knowsOnly(CLUSTER, CORE, OF_ASSIGNMENTS, PLAIN);

	@ArchTest
	static final ArchRule assertionsKnowAssertJAndWhatTheyAssertOn = knowsOnly(ASSERTJ,
			new String[] { ROOT, TEST, CLUSTER }, PLAIN, new String[] { "org.assertj.." });

	@ArchTest
	static final ArchRule contractOfAStoreKnowsTheCoreAndTheTestLibraries = knowsOnly(STORE, CORE, PLAIN,
			new String[] { "org.assertj..", "org.junit.jupiter.api..", "org.opentest4j..", "org.apiguardian.." });

	@ArchTest
	static final ArchRule springIsKnownInOnePlaceAlone = noClasses().that()
		.resideOutsideOfPackage(AUTOCONFIGURE)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework..", ROOT + ".autoconfigure..", ROOT + ".spring..", AUTOCONFIGURE);

	@ArchTest
	static final ArchRule assignmentsOfATestKnowTheCoreAndAssignments = knowsOnly(ASSIGNMENTS, CORE, OF_ASSIGNMENTS,
			PLAIN);

	@ArchTest
	static final ArchRule springIsGivenTheElectionOfATestAlone = knowsOnly(AUTOCONFIGURE,
			new String[] { ROOT, ROOT + ".node", ROOT + ".autoconfigure..", ROOT + ".spring",
					ROOT + ".internal.gate.method", ROOT + ".internal.gate.transaction", ROOT + ".internal.settings",
					ROOT + ".assignments.autoconfigure", ROOT + ".internal.assignment.application", TEST, ASSIGNMENTS },
			PLAIN, new String[] { "org.springframework.." });

	@ArchTest
	static final ArchRule packagesHaveNoCycles = slices().matching(TEST + ".(**)").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule nobodySleeps = noClasses().should().callMethod(Thread.class, "sleep", long.class);

	private static ArchRule knowsOnly(String of, String[]... packages) {
		String[] known = Stream.concat(Stream.of(of), Stream.of(packages).flatMap(Stream::of)).toArray(String[]::new);
		return classes().that().resideInAPackage(of).should().onlyDependOnClassesThat().resideInAnyPackage(known);
	}

}
