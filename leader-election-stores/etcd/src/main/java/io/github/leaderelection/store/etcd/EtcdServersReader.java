package io.github.leaderelection.store.etcd;

import java.net.URI;
import java.util.Arrays;

import javax.net.ssl.SSLException;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.etcd.EtcdServers;
import io.grpc.netty.GrpcSslContexts;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.util.StringUtils;

/**
 * Reads the servers of the store from the settings.
 */
final class EtcdServersReader {

	private static final String ENDPOINTS = "leader-election.etcd.endpoints";

	private static final String BUNDLE = "leader-election.etcd.ssl.bundle";

	private final EtcdStoreProperties properties;

	private final ObjectProvider<SslBundles> bundles;

	EtcdServersReader(EtcdStoreProperties properties, ObjectProvider<SslBundles> bundles) {
		this.properties = properties;
		this.bundles = bundles;
	}

	/**
	 * Reads the settings.
	 * @throws InvalidElectionConfigurationException if settings are invalid
	 */
	EtcdServers read() {
		this.properties.endpoints().forEach(EtcdServersReader::check);
		String user = text(this.properties.user());
		String password = text(this.properties.password());
		if ((user == null) != (password == null)) {
			throw new InvalidElectionConfigurationException("leader-election.etcd.user", user,
					(user != null) ? "The user has no password" : "There is a password and no user",
					"Set leader-election.etcd.user and leader-election.etcd.password, or neither");
		}
		return new EtcdServers(this.properties.endpoints(), user, password, tls());
	}

	private static void check(URI endpoint) {
		if (endpoint.getHost() == null || !isHttp(endpoint)) {
			throw new InvalidElectionConfigurationException(ENDPOINTS, endpoint, "It is no address of a server",
					"Use scheme, host and port: http://etcd:2379, say");
		}
	}

	private static boolean isHttp(URI endpoint) {
		return "http".equals(endpoint.getScheme()) || "https".equals(endpoint.getScheme());
	}

	private @Nullable SslContext tls() {
		long secured = this.properties.endpoints().stream().filter((each) -> "https".equals(each.getScheme())).count();
		String bundle = text(this.properties.ssl().bundle());
		if (secured != 0 && secured != this.properties.endpoints().size()) {
			throw new InvalidElectionConfigurationException(ENDPOINTS, this.properties.endpoints(),
					"Some servers are asked with TLS and some without", "Use https for all of them, or http");
		}
		if (secured == 0) {
			if (bundle != null) {
				throw new InvalidElectionConfigurationException(BUNDLE, bundle,
						"It secures nothing: " + ENDPOINTS + " are plain (" + this.properties.endpoints() + ")",
						"Use https in the endpoints, or remove the bundle");
			}
			return null;
		}
		try {
			SslContextBuilder builder = GrpcSslContexts.forClient();
			if (bundle != null) {
				apply(bundle(bundle), builder);
			}
			return builder.build();
		}
		catch (SSLException ex) {
			throw new InvalidElectionConfigurationException(BUNDLE, bundle, "No TLS can be made of it: " + ex,
					"Check the bundle", ex);
		}
	}

	private SslBundle bundle(String name) {
		try {
			return this.bundles.getObject().getBundle(name);
		}
		catch (NoSuchSslBundleException | NoSuchBeanDefinitionException ex) {
			throw new InvalidElectionConfigurationException(BUNDLE, name, "There is no SSL bundle of this name",
					"Define it below spring.ssl.bundle", ex);
		}
	}

	private static void apply(SslBundle bundle, SslContextBuilder builder) {
		builder.trustManager(bundle.getManagers().getTrustManagerFactory());
		if (bundle.getStores().getKeyStore() != null) {
			builder.keyManager(bundle.getManagers().getKeyManagerFactory());
		}
		SslOptions options = bundle.getOptions();
		if (options.getCiphers() != null) {
			builder.ciphers(Arrays.asList(options.getCiphers()));
		}
		if (options.getEnabledProtocols() != null) {
			builder.protocols(options.getEnabledProtocols());
		}
	}

	private static @Nullable String text(@Nullable String value) {
		return StringUtils.hasText(value) ? value : null;
	}

}
