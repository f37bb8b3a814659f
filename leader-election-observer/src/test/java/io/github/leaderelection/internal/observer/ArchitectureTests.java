package io.github.leaderelection.internal.observer;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Observers know no election and no link, and no election knows them.
 */
@AnalyzeClasses(packages = "io.github.leaderelection", importOptions = DoNotIncludeTests.class)
class ArchitectureTests {

	private static final String OBSERVER = "io.github.leaderelection.internal.observer";

	@ArchTest
	static final ArchRule observersKnowNoElection = noClasses().that()
		.resideInAPackage(OBSERVER)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework..", "io.github.leaderelection.internal.quorum..",
				"io.github.leaderelection.internal.transport.link", "io.github.leaderelection.autoconfigure..");

	@ArchTest
	static final ArchRule nobodyElseKnowsObservers = noClasses().that()
		.resideOutsideOfPackages(OBSERVER, "io.github.leaderelection.observer.autoconfigure")
		.should()
		.dependOnClassesThat()
		.resideInAPackage(OBSERVER);

}
