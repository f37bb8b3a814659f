package io.github.leaderelection.internal.metadata;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * The register's protocol is pure, and no election knows it.
 */
@AnalyzeClasses(packages = "io.github.leaderelection", importOptions = DoNotIncludeTests.class)
class ArchitectureTests {

	private static final String METADATA = "io.github.leaderelection.internal.metadata..";

	@ArchTest
	static final ArchRule theProtocolIsPure = noClasses().that()
		.resideInAPackage("io.github.leaderelection.internal.metadata.protocol")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework..", "org.slf4j..", "java.util.concurrent..",
				"io.github.leaderelection.internal.runtime..", "io.github.leaderelection.internal.quorum..",
				"io.github.leaderelection.internal.transport..");

	@ArchTest
	static final ArchRule nobodyElseKnowsTheRegister = noClasses().that()
		.resideOutsideOfPackages(METADATA, "io.github.leaderelection.metadata.autoconfigure")
		.should()
		.dependOnClassesThat()
		.resideInAPackage(METADATA);

}
