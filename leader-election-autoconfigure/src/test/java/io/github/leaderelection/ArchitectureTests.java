package io.github.leaderelection;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

import org.springframework.aop.Advisor;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.Bean;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Who may know whom, and what nobody may do.
 */
@AnalyzeClasses(packages = ArchitectureTests.ROOT,
		importOptions = { ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class })
class ArchitectureTests {

	static final String ROOT = "io.github.leaderelection";

	private static final String INTERNAL = ROOT + ".internal";

	private static final String FLAPPING = INTERNAL + ".flapping";

	private static final String PROTOCOL = INTERNAL + ".protocol";

	private static final String RUNTIME = INTERNAL + ".runtime";

	private static final String VIEW = INTERNAL + ".view";

	private static final String SPI = ROOT + ".spi";

	private static final String SPRING = ROOT + ".spring";

	private static final String ELIGIBILITY = INTERNAL + ".eligibility";

	private static final String GATE = INTERNAL + ".gate";

	private static final String GATE_METHOD = GATE + ".method";

	private static final String GATE_SKIPPED = GATE + ".skipped";

	private static final String GATE_TRANSACTION = GATE + ".transaction";

	private static final String HINTS = INTERNAL + ".hints";

	private static final String TRACE = INTERNAL + ".trace";

	private static final String WIRE = INTERNAL + ".transport.wire";

	private static final String MICROMETER = INTERNAL + ".micrometer";

	private static final String TRANSPORT_SPI = INTERNAL + ".transport.spi";

	private static final String TLS = INTERNAL + ".transport.tls";

	private static final String LINK = INTERNAL + ".transport.link";

	private static final String JOIN = INTERNAL + ".transport.join";

	private static final String ACTUATE = INTERNAL + ".actuate";

	private static final String METRICS = ACTUATE + ".metrics";

	private static final String TEXT = INTERNAL + ".text";

	private static final String AUTOCONFIGURE = ROOT + ".autoconfigure";

	private static final String LIFECYCLE = INTERNAL + ".lifecycle";

	private static final String ALGORITHM = INTERNAL + ".algorithm";

	private static final String NODE = ROOT + ".node";

	private static final String SETTING = INTERNAL + ".setting";

	private static final String KEYS = INTERNAL + ".keys";

	private static final String SETTINGS = INTERNAL + ".settings";

	@ArchTest
	static final ArchRule whatApplicationsImportKnowsOnlyTheApi = knowsOnly(SPRING, ROOT);

	@ArchTest
	static final ArchRule gateKnowsOnlyTheApi = knowsOnly(GATE, ROOT, SPRING);

	@ArchTest
	static final ArchRule leaderOnlyMethodsKnowOnlyTheApiAndTheGate = knowsOnly(GATE_METHOD, ROOT, SPRING, GATE,
			GATE_SKIPPED);

	@ArchTest
	static final ArchRule skippedCallsKnowOnlyTheApiAndTheGate = knowsOnly(GATE_SKIPPED, ROOT, SPRING, GATE);

	@ArchTest
	static final ArchRule transactionsOfTheLeaderKnowOnlyTheGate = knowsOnly(GATE_TRANSACTION, ROOT, SPRING,
			GATE_METHOD);

	@ArchTest
	static final ArchRule actuateKnowsNoConfiguration = knowsOnly(ACTUATE, ROOT, FLAPPING, PROTOCOL, RUNTIME, LINK,
			TRANSPORT_SPI, GATE, GATE_METHOD, TEXT);

	@ArchTest
	static final ArchRule metersKnowNoConfiguration = knowsOnly(METRICS, ROOT, FLAPPING, PROTOCOL, RUNTIME, SPRING,
			ACTUATE, GATE_METHOD, GATE_SKIPPED);

	@ArchTest
	static final ArchRule eligibilityKnowsOnlyTheApi = knowsOnly(ELIGIBILITY, ROOT, RUNTIME, SETTING, SPRING);

	@ArchTest
	static final ArchRule settingsKnowNoConfiguration = knowsOnly(SETTINGS, ROOT, NODE, ALGORITHM, PROTOCOL, SETTING,
			TRANSPORT_SPI, TLS);

	@ArchTest
	static final ArchRule configuredKeysKnowNoConfiguration = knowsOnly(KEYS, ROOT, ALGORITHM, SETTINGS);

	@ArchTest
	static final ArchRule hintsKnowNoConfiguration = knowsOnly(HINTS, ROOT, ALGORITHM, PROTOCOL, SETTINGS, TRACE, WIRE,
			GATE_METHOD);

	@ArchTest
	static final ArchRule observationsKnowNoConfiguration = knowsOnly(MICROMETER, ROOT, GATE, GATE_METHOD);

	@ArchTest
	static final ArchRule nodeOfAnApplicationKnowsNoConfiguration = knowsOnly(LIFECYCLE, ROOT, NODE, SPI, SPRING,
			RUNTIME, SETTINGS, JOIN, TRANSPORT_SPI, VIEW);

	@ArchTest
	static final ArchRule nobodyKnowsTheConfiguration = noClasses().that()
		.resideOutsideOfPackage(AUTOCONFIGURE + "..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage(AUTOCONFIGURE + "..");

	@ArchTest
	static final ArchRule engineRoomHasNoCycles = slices().matching(INTERNAL + ".(*)..").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule packagesHaveNoCycles = slices().matching(ROOT + ".(**)").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule autoConfigurationsArePublicAndFinal = classes().that()
		.areAnnotatedWith(AutoConfiguration.class)
		.should()
		.bePublic()
		.andShould()
		.haveModifier(JavaModifier.FINAL);

	@ArchTest
	static final ArchRule configurationShowsNothingElse = classes().that()
		.resideInAPackage(AUTOCONFIGURE + "..")
		.and()
		.areTopLevelClasses()
		.and()
		.areNotAnnotatedWith(AutoConfiguration.class)
		.and()
		.areNotAnnotatedWith(ConfigurationProperties.class)
		.should()
		.notBePublic();

	@ArchTest
	static final ArchRule beanMethodsAreNotPublic = methods().that()
		.areAnnotatedWith(Bean.class)
		.should()
		.notBePublic()
		.andShould()
		.notBePrivate();

	@ArchTest
	static final ArchRule beanMethodsAskForNoClass = methods().that()
		.areAnnotatedWith(Bean.class)
		.should()
		.notBeAnnotatedWith(ConditionalOnClass.class);

	@ArchTest
	static final ArchRule postProcessorsAreMadeByStaticMethods = methods().that()
		.areAnnotatedWith(Bean.class)
		.and()
		.haveRawReturnType(JavaClass.Predicates.assignableTo(BeanFactoryPostProcessor.class)
			.or(JavaClass.Predicates.assignableTo(Advisor.class)))
		.should()
		.beStatic();

	/** Of this library: of others a package may know what it likes. */
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
