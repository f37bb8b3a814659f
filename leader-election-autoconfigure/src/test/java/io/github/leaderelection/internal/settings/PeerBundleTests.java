package io.github.leaderelection.internal.settings;

import javax.net.ssl.SSLContext;

import io.github.leaderelection.internal.transport.tls.PeerTls;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreBundle;
import org.springframework.boot.ssl.pem.PemSslStoreDetails;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PeerBundle}.
 */
@ExtendWith(OutputCaptureExtension.class)
class PeerBundleTests {

	private static final String BUNDLE = "peers";

	private final DefaultSslBundleRegistry registry = new DefaultSslBundleRegistry();

	private static SslStoreBundle stores(String name) {
		return new PemSslStoreBundle(PemSslStoreDetails.forCertificate("classpath:tls/" + name + ".pem")
			.withPrivateKey("classpath:tls/" + name + ".key"), null);
	}

	private PeerTls tls(@Nullable String name) {
		return PeerBundle.tls(PeerBundle.TRANSPORT_KEY, name, false, true, () -> this.registry);
	}

	private void register(@Nullable SslOptions options) {
		this.registry.registerBundle("peers", SslBundle.of(stores("localhost"), SslBundleKey.NONE, options));
	}

	@Test
	void withoutABundleTheTrustStoreOfTheJvmDecides() {
		assertThat(tls(null)).isSameAs(PeerTls.OF_JVM);
		assertThat(tls(" ")).isSameAs(PeerTls.OF_JVM);
	}

	@Test
	void certificatesAreNeededWhereThatIsSet() {
		register(null);
		assertThat(tls(BUNDLE).certificatesNeeded()).isTrue();
		assertThat(PeerBundle.tls(PeerBundle.TRANSPORT_KEY, BUNDLE, false, false, () -> this.registry)
			.certificatesNeeded()).isFalse();
	}

	@Test
	void contextIsTheSameUntilTheBundleIsReloaded(CapturedOutput output) {
		register(null);
		PeerTls tls = tls(BUNDLE);
		SSLContext first = tls.context();
		assertThat(tls.context()).isSameAs(first);
		this.registry.updateBundle("peers", SslBundle.of(stores("renewed")));
		SSLContext second = tls.context();
		assertThat(second).isNotSameAs(first).isSameAs(tls.context());
		assertThat(output).contains("The SSL bundle 'peers' was reloaded. New connections between peers use it");
	}

	@Test
	void bundleThatIsReloadedBrokenLeavesTheCertificatesOfBefore(CapturedOutput output) {
		register(null);
		PeerTls tls = tls(BUNDLE);
		SSLContext first = tls.context();
		this.registry.updateBundle("peers", SslBundle.of(stores("nowhere")));
		assertThat(tls.context()).isSameAs(first);
		assertThat(output).contains("The SSL bundle 'peers' was reloaded and cannot be used").contains("nowhere");
	}

	@Test
	void optionsOfTheBundleHold() {
		register(SslOptions.of(new String[] { "TLS_AES_256_GCM_SHA384" }, new String[] { "TLSv1.3" }));
		SSLContext context = tls(BUNDLE).context();
		assertThat(context.createSSLEngine("localhost", 1).getEnabledProtocols()).containsExactly("TLSv1.3");
		assertThat(context.getDefaultSSLParameters().getCipherSuites()).containsExactly("TLS_AES_256_GCM_SHA384");
	}

}
