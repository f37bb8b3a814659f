package io.github.leaderelection.store.etcd;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

import io.etcd.jetcd.Auth;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.auth.Permission;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.autoconfigure.LeaderElectionAutoConfiguration;
import io.github.leaderelection.internal.store.etcd.EtcdServer;
import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An etcd that is reached by TLS alone, or that asks who its clients are.
 */
class SecuredEtcdTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final char[] PASSWORD = "changeit".toCharArray();

	@TempDir
	static Path directory;

	private final ApplicationContextRunner runner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class,
				LeaderElectionEtcdStoreAutoConfiguration.class, LeaderElectionAutoConfiguration.class))
		.withPropertyValues("leader-election.store=etcd", "leader-election.assume-new=true",
				"leader-election.retry-interval=100ms");

	@Test
	void bundleSecuresBothEndsAndWhoIsNotTrustedIsNamed() throws Exception {
		makeCertificate();
		try (EtcdServer server = EtcdServer.start(directory, "--cert-file", path("server.crt"), "--key-file",
				path("server.key"), "--client-cert-auth", "--trusted-ca-file", path("server.crt"))) {
			ApplicationContextRunner secured = this.runner
				.withPropertyValues("leader-election.etcd.endpoints=" + server.url());
			secured
				.withPropertyValues("spring.ssl.bundle.pem.etcd.truststore.certificate=file:" + path("server.crt"),
						"spring.ssl.bundle.pem.etcd.keystore.certificate=file:" + path("server.crt"),
						"spring.ssl.bundle.pem.etcd.keystore.private-key=file:" + path("server.key"),
						"leader-election.etcd.ssl.bundle=etcd")
				.run((context) -> {
					LeaderElector elector = elector(context);
					Awaitility.await().atMost(PATIENCE).until(elector::isLeader);
				});
			secured.run((context) -> awaitProblem(elector(context), "certification path"));
		}
	}

	private static void makeCertificate() throws Exception {
		Path store = directory.resolve("server.p12");
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-alias", "server", "-keyalg", "EC", "-dname", "CN=etcd", "-ext", "san=ip:127.0.0.1",
				"-validity", "2", "-storetype", "PKCS12", "-storepass", new String(PASSWORD), "-keystore",
				store.toString())
			.redirectErrorStream(true)
			.redirectOutput(directory.resolve("keytool.log").toFile())
			.start();
		assertThat(keytool.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
		writePem("server.crt", "CERTIFICATE", keys.getCertificate("server").getEncoded());
		writePem("server.key", "PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded());
	}

	private static void writePem(String file, String what, byte[] encoded) throws Exception {
		try (OutputStream out = Files.newOutputStream(directory.resolve(file))) {
			out.write(("-----BEGIN " + what + "-----\n").getBytes(StandardCharsets.US_ASCII));
			out.write(Base64.getMimeEncoder().encode(encoded));
			out.write(("\n-----END " + what + "-----\n").getBytes(StandardCharsets.US_ASCII));
		}
	}

	private static String path(String file) {
		return directory.resolve(file).toString();
	}

	@Test
	void roleNeedsThePrefixAndNothingElse(@TempDir Path plain) throws Exception {
		try (EtcdServer server = EtcdServer.start(plain)) {
			enableUsers(server);
			ApplicationContextRunner named = this.runner.withPropertyValues(
					"leader-election.etcd.endpoints=" + server.url(), "leader-election.etcd.user=orders");
			named.withPropertyValues("leader-election.etcd.password=right").run((context) -> {
				LeaderElector elector = elector(context);
				Awaitility.await().atMost(PATIENCE).until(elector::isLeader);
				Awaitility.await().atMost(PATIENCE).until(context.getBean(LeaseStore.class)::tellsChanges);
			});
			named
				.withPropertyValues("leader-election.etcd.password=right", "leader-election.etcd.key-prefix=elsewhere/")
				.run((context) -> assertRefused(context, "leader-election.etcd.key-prefix=elsewhere/",
						"PERMISSION_DENIED", "'readwrite'"));
			named.withPropertyValues("leader-election.etcd.password=wrong")
				.run((context) -> assertRefused(context, "authentication failed", "leader-election.etcd.password"));
			this.runner.withPropertyValues("leader-election.etcd.endpoints=" + server.url())
				.run((context) -> assertRefused(context, "user name is empty", "leader-election.etcd.user"));
			named.withPropertyValues("leader-election.etcd.user=reader", "leader-election.etcd.password=reader")
				.run((context) -> assertRefused(context, "PERMISSION_DENIED", "'readwrite'"));
		}
	}

	private static void assertRefused(AssertableApplicationContext context, String... words) {
		assertThat(context).hasFailed();
		assertThat(words).allSatisfy((word) -> assertThat(context.getStartupFailure()).hasStackTraceContaining(word));
	}

	private static void enableUsers(EtcdServer server) throws Exception {
		try (Client client = Client.builder().endpoints(server.url()).build()) {
			Auth auth = client.getAuthClient();
			auth.userAdd(bytes("root"), bytes("root")).get();
			auth.userGrantRole(bytes("root"), bytes("root")).get();
			auth.roleAdd(bytes("leases")).get();
			auth.roleGrantPermission(bytes("leases"), bytes("leader-election/"), bytes("leader-election0"),
					Permission.Type.READWRITE)
				.get();
			auth.userAdd(bytes("orders"), bytes("right")).get();
			auth.userGrantRole(bytes("orders"), bytes("leases")).get();
			auth.roleAdd(bytes("views")).get();
			auth.roleGrantPermission(bytes("views"), bytes("leader-election/"), bytes("leader-election0"),
					Permission.Type.READ)
				.get();
			auth.userAdd(bytes("reader"), bytes("reader")).get();
			auth.userGrantRole(bytes("reader"), bytes("views")).get();
			auth.authEnable().get();
		}
	}

	private static ByteSequence bytes(String text) {
		return ByteSequence.from(text, StandardCharsets.UTF_8);
	}

	private static LeaderElector elector(AssertableApplicationContext context) {
		assertThat(context).hasNotFailed();
		return context.getBean("leaderElector", LeaderElector.class);
	}

	private static void awaitProblem(LeaderElector elector, String... words) {
		Awaitility.await()
			.atMost(PATIENCE)
			.untilAsserted(() -> assertThat(elector.status().problems().toString()).contains(words));
	}

}
