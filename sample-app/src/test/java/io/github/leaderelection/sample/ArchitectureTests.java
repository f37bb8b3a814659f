package io.github.leaderelection.sample;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/**
 * The sample is written as users write theirs.
 */
@AnalyzeClasses(packages = "io.github.leaderelection.sample", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	@ArchTest
	static final ArchRule sampleKnowsNothingOfTheEngineRoom = noClasses().should()
		.dependOnClassesThat()
		.resideInAPackage("io.github.leaderelection.internal..");

}
