package io.github.leaderelection.internal.crashdetection;

import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * Crash detection knows the port that it fills, and no link.
 */
@AnalyzeClasses(packages = "io.github.leaderelection.internal.crashdetection")
class ArchitectureTests {

	@ArchTest
	static final ArchRule detectionKnowsNothingOfLinks = noClasses().that()
		.haveNameNotMatching(".*(Tests|Process)(\\$.*)?")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework..", "io.github.leaderelection.internal.transport.link",
				"io.github.leaderelection.internal.transport.peer", "io.github.leaderelection.internal.runtime..");

}
