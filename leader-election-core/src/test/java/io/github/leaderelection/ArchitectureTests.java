package io.github.leaderelection;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.ClassesShouldConjunction;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.quorum.QuorumMessage;
import io.github.leaderelection.internal.quorum.QuorumState;
import io.github.leaderelection.internal.quorum.QuorumTimer;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/**
 * Who may know whom, and what nobody may do.
 */
@AnalyzeClasses(packages = ArchitectureTests.ROOT, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	static final String ROOT = "io.github.leaderelection";

	private static final String INTERNAL = ROOT + ".internal";

	private static final String HEALTH = INTERNAL + ".health";

	private static final String FLAPPING = INTERNAL + ".flapping";

	private static final String PROTOCOL = INTERNAL + ".protocol";

	private static final String QUORUM = INTERNAL + ".quorum";

	private static final String STORE = INTERNAL + ".store";

	private static final String STORE_LEASE = STORE + ".lease";

	private static final String SPI = ROOT + ".spi";

	private static final String SETTING = INTERNAL + ".setting";

	private static final String TEXT = INTERNAL + ".text";

	private static final String RECORDCODEC = INTERNAL + ".recordcodec";

	private static final String TRACE = INTERNAL + ".trace";

	private static final String RUNTIME = INTERNAL + ".runtime";

	private static final String VIEW = INTERNAL + ".view";

	private static final String[] LIBRARIES = { "java..", "org.slf4j..", "org.jspecify.annotations.." };

	@ArchTest
	static final ArchRule coreDependsOnNothingButJavaSlf4jAndJspecify = classes().should()
		.onlyDependOnClassesThat(
				resideInAnyPackage(LIBRARIES).or(resideInAPackage(ROOT + "..")).or(arraysAndPrimitives()));

	@ArchTest
	static final ArchRule healthKnowsOnlyHowSettingsAreRefused = knowsOnly(HEALTH, SETTING);

	@ArchTest
	static final ArchRule settingKnowsNothingElse = knowsOnly(SETTING);

	@ArchTest
	static final ArchRule textKnowsNothingElse = knowsOnly(TEXT);

	@ArchTest
	static final ArchRule healthReadsNoClockAndDrawsNoRandomness = readsNoClock(HEALTH).orShould()
		.dependOnClassesThat()
		.haveNameMatching("java\\.util\\.(Random|SplittableRandom|concurrent\\..*)");

	@ArchTest
	static final ArchRule protocolKnowsOnlyTheApiAndFailureDetectors = knowsOnly(PROTOCOL, ROOT, SPI, HEALTH, SETTING);

	@ArchTest
	static final ArchRule quorumKnowsOnlyTheApiTheContractOfProtocolsAndFailureDetectors = knowsOnly(QUORUM + "..",
			ROOT, SPI, PROTOCOL, HEALTH);

	@ArchTest
	static final ArchRule storeKnowsOnlyTheApiAndItsContract = knowsOnly(STORE, ROOT, SPI);

	@ArchTest
	static final ArchRule whatStoresOfLeasesShareKnowsOnlyTheirPort = knowsOnly(STORE_LEASE, ROOT, SPI, TEXT);

	@ArchTest
	static final ArchRule extensionsKnowOnlyTheApi = knowsOnly(SPI, ROOT);

	@ArchTest
	static final ArchRule runtimeKnowsNoAlgorithmAndNoNode = knowsOnly(RUNTIME + "..", ROOT, FLAPPING, PROTOCOL, STORE,
			TRACE, SPI, TEXT);

	@ArchTest
	static final ArchRule viewsKnowOnlyTheApi = knowsOnly(VIEW, ROOT);

	@ArchTest
	static final ArchRule noElectionKnowsViews = noClasses().that()
		.resideInAnyPackage(PROTOCOL, QUORUM + "..", RUNTIME + "..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage(VIEW);

	@ArchTest
	static final ArchRule flappingKnowsOnlyTheApi = knowsOnly(FLAPPING, ROOT, SETTING);

	@ArchTest
	static final ArchRule flappingReadsNoClock = readsNoClock(FLAPPING);

	@ArchTest
	static final ArchRule traceKnowsNoAlgorithm = knowsOnly(TRACE, ROOT, SPI, PROTOCOL, RECORDCODEC);

	@ArchTest
	static final ArchRule shapesKnowOnlyWhatTheyTakeApart = knowsOnly(RECORDCODEC, ROOT, SPI, PROTOCOL);

	@ArchTest
	static final ArchRule apiKnowsNoOtherPackage = knowsOnly(ROOT);

	@ArchTest
	static final ArchRule packagesHaveNoCycles = slices().matching("(" + ROOT + "..)").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule electionsReadNoClock = readsNoClock(QUORUM + "..").orShould()
		.dependOnClassesThat()
		.haveNameMatching("java\\.time\\.(Clock|Instant.*|Local.*|Zoned.*|Offset.*|Year.*)");

	@ArchTest
	static final ArchRule electionsDrawNoRandomness = noClasses().that()
		.resideInAPackage(QUORUM + "..")
		.should()
		.dependOnClassesThat()
		.haveNameMatching("java\\.util\\.(Random|SplittableRandom|UUID|random\\..*)|java\\.security\\..*")
		.orShould()
		.callMethod(Math.class, "random")
		.orShould()
		.callMethod(System.class, "identityHashCode", Object.class);

	@ArchTest
	static final ArchRule electionsStartNoThreadAndTakeNoLock = noClasses().that()
		.resideInAPackage(QUORUM + "..")
		.should()
		.dependOnClassesThat()
		.resideInAPackage("java.util.concurrent..")
		.orShould()
		.dependOnClassesThat()
		.haveNameMatching("java\\.lang\\.(Thread.*|Process.*|Runtime)|java\\.util\\.Timer.*");

	@ArchTest
	static final ArchRule electionsTouchNoFileNoNetworkAndNoLog = noClasses().that()
		.resideInAPackage(QUORUM + "..")
		.should()
		.dependOnClassesThat()
		.resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.net..", "org.slf4j..");

	@ArchTest
	static final ArchRule fieldsOfQuorumStateAreFinal = classes().that()
		.haveFullyQualifiedName(QuorumState.class.getName())
		.should()
		.haveOnlyFinalFields();

	@ArchTest
	static final ArchRule contractOfProtocolsIsMadeOfRecordsEnumsAndInterfaces = classes().that()
		.resideInAPackage(PROTOCOL)
		.and()
		.doNotHaveSimpleName("package-info")
		.and()
		.doNotBelongToAnyOf(ElectionSettings.Builder.class)
		.should()
		.beRecords()
		.orShould()
		.beEnums()
		.orShould()
		.beInterfaces();

	@ArchTest
	static final ArchRule quorumShowsItsProtocolItsStateItsMessagesAndItsTimersOnly = noClasses().that()
		.resideOutsideOfPackage(QUORUM + "..")
		.should()
		.dependOnClassesThat(resideInAPackage(QUORUM + "..")
			.and(not(belongToAnyOf(QuorumProtocol.class, QuorumState.class, QuorumMessage.class, QuorumTimer.class))));

	private static ClassesShouldConjunction readsNoClock(String... packages) {
		return noClasses().that()
			.resideInAnyPackage(packages)
			.should()
			.callMethod(System.class, "nanoTime")
			.orShould()
			.callMethod(System.class, "currentTimeMillis");
	}

	private static ArchRule knowsOnly(String of, String... packages) {
		return classes().that()
			.resideInAPackage(of)
			.should()
			.onlyDependOnClassesThat(resideInAnyPackage(LIBRARIES).or(resideInAPackage(of))
				.or(resideInAnyPackage(packages))
				.or(arraysAndPrimitives()));
	}

	private static DescribedPredicate<JavaClass> arraysAndPrimitives() {
		return DescribedPredicate.describe("are primitive",
				(type) -> type.isPrimitive() || type.getBaseComponentType().isPrimitive());
	}

}
