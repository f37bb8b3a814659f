package io.github.leaderelection.internal.assignment;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

/**
 * The packages of assignments know each other one way, and no election knows them.
 */
@AnalyzeClasses(packages = "io.github.leaderelection", importOptions = DoNotIncludeTests.class)
class ArchitectureTests {

	private static final String API = "io.github.leaderelection.assignments";

	private static final String INTERNAL = "io.github.leaderelection.internal.assignment";

	@ArchTest
	static final ArchRule packagesKnowEachOtherOneWay = layeredArchitecture()
		.consideringOnlyDependenciesInAnyPackage(API + "..", INTERNAL + "..")
		.layer("API")
		.definedBy(API)
		.layer("Protocol")
		.definedBy(INTERNAL + ".protocol")
		.layer("View")
		.definedBy(INTERNAL + ".view")
		.layer("Runtime")
		.definedBy(INTERNAL + ".runtime")
		.layer("Carrier")
		.definedBy(INTERNAL + ".carrier")
		.layer("Actuate")
		.definedBy(INTERNAL + ".actuate")
		.layer("Application")
		.definedBy(INTERNAL + ".application")
		.layer("Work")
		.definedBy(INTERNAL + ".work")
		.layer("AutoConfiguration")
		.definedBy(API + ".autoconfigure")
		.whereLayer("AutoConfiguration")
		.mayNotBeAccessedByAnyLayer()
		.whereLayer("Actuate")
		.mayOnlyBeAccessedByLayers("AutoConfiguration")
		.whereLayer("Work")
		.mayOnlyBeAccessedByLayers("AutoConfiguration")
		.whereLayer("Application")
		.mayOnlyBeAccessedByLayers("Actuate", "Work", "AutoConfiguration")
		.whereLayer("Carrier")
		.mayOnlyBeAccessedByLayers("Application", "AutoConfiguration")
		.whereLayer("Runtime")
		.mayOnlyBeAccessedByLayers("Actuate", "Carrier", "Application", "Work", "AutoConfiguration")
		.whereLayer("View")
		.mayOnlyBeAccessedByLayers("Runtime", "Actuate", "Application")
		.whereLayer("Protocol")
		.mayOnlyBeAccessedByLayers("View", "Runtime", "Actuate", "Carrier", "Application", "Work", "AutoConfiguration");

	@ArchTest
	static final ArchRule theApiKnowsNothingOfTheEngineRoom = noClasses().that()
		.resideInAPackage(API)
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("io.github.leaderelection.internal..");

	@ArchTest
	static final ArchRule theProtocolIsPure = noClasses().that()
		.resideInAPackage(INTERNAL + ".protocol")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework..", "org.slf4j..", "java.util.concurrent..",
				"io.github.leaderelection.internal.runtime..", "io.github.leaderelection.internal.quorum..",
				"io.github.leaderelection.internal.transport..");

	@ArchTest
	static final ArchRule theRuntimeKnowsNoSpringAndNoElection = noClasses().that()
		.resideInAPackage(INTERNAL + ".runtime")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("org.springframework..", "io.github.leaderelection.internal.quorum..",
				"io.github.leaderelection.internal.transport.link..");

	@ArchTest
	static final ArchRule nobodyElseKnowsAssignments = noClasses().that()
		.resideOutsideOfPackages(API + "..", INTERNAL + "..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage(API + "..", INTERNAL + "..");

}
