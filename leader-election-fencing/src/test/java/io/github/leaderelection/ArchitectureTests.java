package io.github.leaderelection;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.ClassesShouldConjunction;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Who may know whom of fencing.
 */
@AnalyzeClasses(packages = ArchitectureTests.ROOT,
		importOptions = { ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class })
class ArchitectureTests {

	static final String ROOT = "io.github.leaderelection";

	private static final String FENCING = ROOT + ".fencing";

	private static final String WEB = FENCING + ".web";

	private static final String METERS = ROOT + ".internal.fencing";

	@ArchTest
	static final ArchRule guardKnowsOnlyTheApi = knowsOnly(FENCING, ROOT).orShould()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework..");

	@ArchTest
	static final ArchRule tokensOfRequestsKnowOnlyTheGuardAndTheApi = knowsOnly(WEB, ROOT, FENCING, ROOT + ".spring");

	@ArchTest
	static final ArchRule metersKnowOnlyWhatTheyCount = knowsOnly(METERS, FENCING, WEB,
			ROOT + ".internal.actuate.metrics");

	@ArchTest
	static final ArchRule packagesHaveNoCycles = slices().matching(ROOT + ".(**)").should().beFreeOfCycles();

	/** Of this library: of others a package may know what it likes. */
	private static ClassesShouldConjunction knowsOnly(String of, String... packages) {
		DescribedPredicate<JavaClass> known = resideInAPackage(of);
		for (String each : packages) {
			known = known.or(resideInAPackage(each));
		}
		return noClasses().that()
			.resideInAPackage(of)
			.should()
			.dependOnClassesThat(resideInAPackage(ROOT + "..").and(DescribedPredicate.not(known)));
	}

}
