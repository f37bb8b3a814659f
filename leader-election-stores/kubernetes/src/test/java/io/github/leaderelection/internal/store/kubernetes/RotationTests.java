package io.github.leaderelection.internal.store.kubernetes;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.Set;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.internal.store.real.StoreClient;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.awaitility.Awaitility;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tokens and certificates that change while a store is open.
 */
class RotationTests {

	private static final char[] PASSWORD = "changeit".toCharArray();

	@TempDir
	private Path directory;

	@Test
	void tokenThatWasRotatedIsReadAgainAndNothingIsSentTwice() throws Exception {
		Path token = Files.writeString(this.directory.resolve("token"), "first");
		try (StrictApiServer server = new StrictApiServer(); StoreClient node = Asking.at(foundIn(token, server))) {
			server.demandToken("first");
			LeaseRecord held = node.held();
			server.demandToken("second");
			Files.writeString(token, "second");
			server.forgetRequests();
			assertThat(node.ask(node.renew(held.version()))).isInstanceOfSatisfying(Answer.Unknown.class,
					(unknown) -> assertThat(unknown.reason()).contains("401"));
			assertThat(server.requests()).hasSize(1);
			node.done(node.renew(held.version()));
		}
	}

	/** As in a pod, where fabric8 finds out by itself. */
	private static Config foundIn(Path token, StrictApiServer server) {
		Map<String, String> properties = Map.of("kubernetes.master", server.url(), "kubernetes.auth.tryKubeConfig",
				"false", "kubernetes.auth.serviceAccount.token", token.toString());
		properties.forEach(System::setProperty);
		return new ConfigBuilder().build();
	}

	@AfterEach
	void clearProperties() {
		Set.of("kubernetes.master", "kubernetes.auth.tryKubeConfig", "kubernetes.auth.serviceAccount.token")
			.forEach(System::clearProperty);
	}

	@Test
	void certificatesThatWereRotatedAreReadAgain() throws Exception {
		Path trusted = this.directory.resolve("ca.crt");
		try (StrictApiServer server = new StrictApiServer(identity("first", trusted))) {
			Config config = new ConfigBuilder(server.config()).withCaCertFile(trusted.toString()).build();
			try (StoreClient node = Asking.at(config)) {
				node.held();
				server.restartWith(identity("second", trusted));
				Awaitility.await()
					.atMost(StoreClient.PATIENCE)
					.until(() -> node.ask(new Request.Read(StoreClient.KEY),
							Duration.ofSeconds(5)) instanceof Answer.Held);
			}
		}
	}

	/** A new key and certificate, which the file names as the one to trust. */
	private static SSLContext identity(String name, Path trusted) throws Exception {
		KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
		generator.initialize(256);
		KeyPair pair = generator.generateKeyPair();
		X500Name subject = new X500Name("CN=" + name);
		Instant now = Instant.now();
		X509Certificate certificate = new JcaX509CertificateConverter()
			.getCertificate(new JcaX509v3CertificateBuilder(subject, BigInteger.ONE, Date.from(now.minusSeconds(3600)),
					Date.from(now.plusSeconds(3600)), subject, pair.getPublic())
				.addExtension(Extension.subjectAlternativeName, false,
						new GeneralNames(new GeneralName(GeneralName.dNSName, "localhost")))
				.build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate())));
		Files.writeString(trusted, "-----BEGIN CERTIFICATE-----\n"
				+ Base64.getMimeEncoder().encodeToString(certificate.getEncoded()) + "\n-----END CERTIFICATE-----\n");
		KeyStore keys = KeyStore.getInstance("PKCS12");
		keys.load(null, PASSWORD);
		keys.setKeyEntry(name, pair.getPrivate(), PASSWORD, new Certificate[] { certificate });
		KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		managers.init(keys, PASSWORD);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(managers.getKeyManagers(), null, null);
		return context;
	}

}
