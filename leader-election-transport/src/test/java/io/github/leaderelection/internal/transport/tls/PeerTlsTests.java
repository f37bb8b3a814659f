package io.github.leaderelection.internal.transport.tls;

import java.net.URI;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PeerTls}: the certificate of a member is bound to the host of its URL.
 */
class PeerTlsTests {

	private static final PeerTls NEEDED = new PeerTls(TestCertificates::trustOnly, true);

	@ParameterizedTest
	@CsvSource({ "LOCALHOST,localhost", "LOCALHOST,LocalHost", "LOCALHOST,127.0.0.1", "LOCALHOST,[::1]",
			"LOCALHOST,[0:0:0:0:0:0:0:1]", "ELSEWHERE,elsewhere.example", "ELSEWHERE,a.wide.example",
			"ELSEWHERE,203.0.113.7" })
	void certificateIsForEachOfItsHosts(TestCertificates certificate, String host) {
		assertThat(NEEDED.flaw(certificate.certificate(), URI.create("https://" + host + ":1"))).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "LOCALHOST,localhost.example", "LOCALHOST,127.0.0.2", "LOCALHOST,[::2]", "ELSEWHERE,localhost",
			"ELSEWHERE,wide.example", "ELSEWHERE,.wide.example", "ELSEWHERE,a.b.wide.example", "ELSEWHERE,elsewhere",
			"ELSEWHERE,a.elsewhere.example", "ELSEWHERE,203.0.113.8", "RENEWED,renewed", "RENEWED,127.0.0.1" })
	void certificateIsForNoOtherHost(TestCertificates certificate, String host) {
		assertThat(CertificateHosts.include(CertificateHosts.of(certificate.certificate()), host)).isFalse();
	}

	@Test
	void flawNamesBothHosts() {
		URI url = URI.create("https://localhost:1");
		assertThat(NEEDED.flaw(TestCertificates.ELSEWHERE.certificate(), url)).isEqualTo(
				"its certificate is for [elsewhere.example, *.wide.example, 203.0.113.7], its URL has the host localhost");
		assertThat(NEEDED.flaw(null, url)).isEqualTo("it presented no certificate for localhost");
		assertThat(NEEDED.flaw(TestCertificates.LOCALHOST.certificate(), null)).contains("unknown");
	}

	@Test
	void nothingIsMissingWhereNoCertificateIsNeeded() {
		assertThat(PeerTls.OF_JVM.flaw(null, URI.create("https://localhost:1"))).isNull();
		assertThat(PeerTls.OF_JVM.context()).isSameAs(PeerTls.OF_JVM.context());
	}

	@ParameterizedTest
	@ValueSource(strings = { "foo:bar", "some:name", "999.1.1.1", "1.2.3.4.5", ":", "::::", ".::1", "[::1", "%", "" })
	void nameThatOnlyLooksLikeAnAddressIsNeitherOneNorLookedUp(String name) {
		assertThat(CertificateHosts.include(List.of(name), "127.0.0.1")).isFalse();
		assertThat(CertificateHosts.include(List.of(name), "[::1]")).isFalse();
		assertThat(CertificateHosts.include(List.of("127.0.0.1", "0:0:0:0:0:0:0:1"), name)).isFalse();
		assertThat(CertificateHosts.include(List.of(name, "127.0.0.1"), "127.0.0.1")).isTrue();
		assertThat(CertificateHosts.include(List.of(name, "0:0:0:0:0:0:0:1"), "[::1]")).isTrue();
	}

	@Test
	void certificateWithoutHostsIsForNone() {
		assertThat(CertificateHosts.include(List.of(), "localhost")).isFalse();
	}

}
