package io.github.leaderelection.internal.transport.tls;

import java.security.KeyManagementException;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link RestrictedContext}.
 */
class RestrictedContextTests {

	private static final String CIPHER = "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384";

	private final SSLContext all = TestCertificates.LOCALHOST.context();

	@Test
	void enginesOfEitherSideSpeakWhatIsAllowedAlone() {
		SSLContext restricted = RestrictedContext.of(this.all, new String[] { "TLSv1.2" }, new String[] { CIPHER });
		for (SSLEngine engine : new SSLEngine[] { restricted.createSSLEngine(),
				restricted.createSSLEngine("localhost", 1) }) {
			for (boolean client : new boolean[] { true, false }) {
				engine.setUseClientMode(client);
				assertThat(engine.getEnabledProtocols()).containsExactly("TLSv1.2");
				assertThat(engine.getEnabledCipherSuites()).containsExactly(CIPHER);
			}
		}
		assertThat(restricted.getDefaultSSLParameters().getProtocols()).containsExactly("TLSv1.2");
		assertThat(restricted.getDefaultSSLParameters().getCipherSuites()).containsExactly(CIPHER);
		assertThat(restricted.getSupportedSSLParameters().getProtocols()).contains("TLSv1.3");
		assertThat(restricted.getClientSessionContext()).isSameAs(this.all.getClientSessionContext());
		assertThat(restricted.getServerSessionContext()).isSameAs(this.all.getServerSessionContext());
	}

	@Test
	void eitherRestrictionMayBeLeftOut() {
		assertThat(RestrictedContext.of(this.all, null, null)).isSameAs(this.all);
		SSLContext modern = RestrictedContext.of(this.all, new String[] { "TLSv1.3" }, null);
		assertThat(modern.getDefaultSSLParameters().getCipherSuites())
			.isEqualTo(this.all.getDefaultSSLParameters().getCipherSuites());
		assertThat(
				RestrictedContext.of(this.all, null, new String[] { CIPHER }).getDefaultSSLParameters().getProtocols())
			.isEqualTo(this.all.getDefaultSSLParameters().getProtocols());
	}

	@Test
	void nothingElseIsMadeOfIt() {
		SSLContext restricted = RestrictedContext.of(this.all, new String[] { "TLSv1.3" }, null);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(restricted::getSocketFactory);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(restricted::getServerSocketFactory);
		assertThatExceptionOfType(KeyManagementException.class).isThrownBy(() -> restricted.init(null, null, null));
	}

}
