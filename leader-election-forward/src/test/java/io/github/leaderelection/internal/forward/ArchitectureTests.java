package io.github.leaderelection.internal.forward;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Forwarding knows the card; its auto-configuration knows both.
 */
@AnalyzeClasses(packages = ArchitectureTests.ROOT,
		importOptions = { ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class })
class ArchitectureTests {

	static final String ROOT = "io.github.leaderelection";

	private static final String SPRING = ROOT + ".spring";

	private static final String GATE = ROOT + ".internal.gate";

	private static final String TLS = ROOT + ".internal.transport.tls";

	private static final String FORWARD = ROOT + ".internal.forward";

	private static final String MESSAGE = FORWARD + ".message";

	private static final String REACTIVE = FORWARD + ".reactive";

	@ArchTest
	static final ArchRule forwardKnowsOnlyTheApiTheGateAndCertificates = knowsOnly(FORWARD, ROOT, SPRING, GATE, TLS,
			MESSAGE);

	@ArchTest
	static final ArchRule reactiveForwardKnowsOnlyTheCommonParts = knowsOnly(REACTIVE, ROOT, SPRING, GATE, FORWARD,
			MESSAGE);

	@ArchTest
	static final ArchRule messagesOfForwardingKnowOnlyTheApi = knowsOnly(MESSAGE, ROOT);

	@ArchTest
	static final ArchRule packagesHaveNoCycles = slices().matching(ROOT + ".(**)").should().beFreeOfCycles();

	private static ArchRule knowsOnly(String of, String... packages) {
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
