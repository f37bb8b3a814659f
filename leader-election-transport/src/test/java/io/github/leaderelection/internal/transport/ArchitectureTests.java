package io.github.leaderelection.internal.transport;

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
 * Who may know whom.
 */
@AnalyzeClasses(packages = ArchitectureTests.TRANSPORT, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTests {

	static final String TRANSPORT = "io.github.leaderelection.internal.transport";

	private static final String ROOT = "io.github.leaderelection";

	private static final String SPI = ROOT + ".spi";

	private static final String PROTOCOL = ROOT + ".internal.protocol";

	private static final String RECORDCODEC = ROOT + ".internal.recordcodec";

	private static final String VIEW = ROOT + ".internal.view";

	private static final String WIRE = TRANSPORT + ".wire";

	private static final String SEAL = TRANSPORT + ".seal";

	private static final String TLS = TRANSPORT + ".tls";

	private static final String TEXT = "io.github.leaderelection.internal.text";

	private static final String TRANSPORT_SPI = TRANSPORT + ".spi";

	private static final String SERVER = TRANSPORT + ".server";

	private static final String REACTIVE = TRANSPORT + ".reactive";

	private static final String SERVLET = TRANSPORT + ".servlet";

	private static final String PEER = TRANSPORT + ".peer";

	private static final String LINK = TRANSPORT + ".link";

	private static final String HELD = TRANSPORT + ".held";

	private static final String ASKING = TRANSPORT + ".asking";

	private static final String HTTP = TRANSPORT + ".http";

	private static final String JOIN = TRANSPORT + ".join";

	private static final String LISTENER = TRANSPORT + ".listener";

	private static final String WEBSOCKET = TRANSPORT + ".websocket";

	@ArchTest
	static final ArchRule wireKnowsOnlyMessagesAndViews = knowsOnly(WIRE, ROOT, SPI, PROTOCOL, RECORDCODEC, VIEW);

	@ArchTest
	static final ArchRule sealsKnowNothingOfWhatTheySeal = knowsOnly(SEAL);

	@ArchTest
	static final ArchRule tlsKnowsNothingOfWhatUsesIt = knowsOnly(TLS);

	@ArchTest
	static final ArchRule mediaKnowOnlySealsTlsAndWhatIsShown = knowsOnly(TRANSPORT_SPI, ROOT, SPI, SEAL, TLS, VIEW);

	@ArchTest
	static final ArchRule serversKnowOnlyTheMediumAndTheLongestMessage = knowsOnly(SERVER, ROOT, TRANSPORT_SPI, WIRE,
			SEAL);

	@ArchTest
	static final ArchRule servletsKnowOnlyServersAndSockets = knowsOnly(SERVLET, TRANSPORT_SPI, SERVER, WEBSOCKET);

	@ArchTest
	static final ArchRule reactiveServersKnowOnlyServersAndSockets = knowsOnly(REACTIVE, TRANSPORT_SPI, SERVER, SERVLET,
			WEBSOCKET);

	@ArchTest
	static final ArchRule onlyServletsSocketsOnThemAndTheListenerNeedTheServletApi = noClasses().that()
		.resideOutsideOfPackages(SERVLET, REACTIVE, WEBSOCKET, LISTENER)
		.should()
		.dependOnClassesThat()
		.resideInAPackage("jakarta.servlet..");

	@ArchTest
	static final ArchRule connectionsOfAMemberKnowOnlyTheMediumAndTheWire = knowsOnly(PEER, ROOT, PROTOCOL, SPI,
			TRANSPORT_SPI, WIRE);

	@ArchTest
	static final ArchRule linksKnowOnlyTheirPortAndTheWire = knowsOnly(LINK, ROOT, PROTOCOL, SPI, TRANSPORT_SPI, SERVER,
			PEER, HELD, TLS, WIRE, SEAL, TEXT);

	@ArchTest
	static final ArchRule websocketKnowsOnlyLinks = knowsOnly(WEBSOCKET, ROOT, LINK, TRANSPORT_SPI, SERVER, WIRE, SEAL,
			TLS);

	@ArchTest
	static final ArchRule httpKnowsOnlyLinks = knowsOnly(HTTP, ROOT, LINK, TRANSPORT_SPI, SERVER, WIRE, SEAL, TLS);

	@ArchTest
	static final ArchRule joiningKnowsOnlyLinksAndPosts = knowsOnly(JOIN, ROOT, PROTOCOL, SPI, LINK, TRANSPORT_SPI,
			SERVER, HTTP, WIRE, SEAL, TLS);

	@ArchTest
	static final ArchRule heldRequestsKnowNoMessages = knowsOnly(HELD, ROOT, VIEW, TRANSPORT_SPI, SERVER, PEER, WIRE,
			SEAL, TLS);

	@ArchTest
	static final ArchRule askingKnowsOnlyPostsAndWhatHoldsThem = knowsOnly(ASKING, ROOT, TRANSPORT_SPI, SERVER, HELD,
			HTTP, WIRE, SEAL);

	@ArchTest
	static final ArchRule listenerKnowsNothingOfLinks = knowsOnly(LISTENER, ROOT, SERVLET, TLS);

	@ArchTest
	static final ArchRule packagesHaveNoCycles = slices().matching(TRANSPORT + ".(**)").should().beFreeOfCycles();

	@ArchTest
	static final ArchRule springBootIsNotNeeded = noClasses().should()
		.dependOnClassesThat()
		.resideInAPackage("org.springframework.boot..");

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
