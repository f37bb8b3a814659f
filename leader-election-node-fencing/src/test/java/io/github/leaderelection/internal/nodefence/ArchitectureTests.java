package io.github.leaderelection.internal.nodefence;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Settling is pure, and no election knows it.
 */
@AnalyzeClasses(packages = "io.github.leaderelection", importOptions = DoNotIncludeTests.class)
class ArchitectureTests {

	private static final String FENCE = "io.github.leaderelection.internal.nodefence..";

	@ArchTest
	static final ArchRule settlingIsPure = noClasses().that()
		.resideInAPackage("io.github.leaderelection.internal.nodefence.protocol")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework..", "org.slf4j..", "java.util.concurrent..",
				"io.github.leaderelection.internal.runtime..", "io.github.leaderelection.internal.quorum..",
				"io.github.leaderelection.internal.transport..");

	@ArchTest
	static final ArchRule noElectionKnowsFencing = noClasses().that()
		.resideOutsideOfPackages(FENCE, "io.github.leaderelection.nodefence.autoconfigure")
		.should()
		.dependOnClassesThat()
		.resideInAPackage(FENCE);

}
