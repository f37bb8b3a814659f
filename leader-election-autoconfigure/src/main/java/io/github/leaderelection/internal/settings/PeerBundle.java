package io.github.leaderelection.internal.settings;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.transport.tls.PeerTls;
import io.github.leaderelection.internal.transport.tls.RestrictedContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.util.StringUtils;

/**
 * An SSL bundle for connections to peers. Supplies the context of the bundle as last
 * reloaded. Safe for use from any thread.
 */
public final class PeerBundle implements Supplier<SSLContext> {

	/** The key that names the bundle of links. */
	public static final String TRANSPORT_KEY = "leader-election.transport.ssl.bundle";

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final String key;

	private final String name;

	/** The present context, null before the bundle was read. */
	private final AtomicReference<@Nullable SSLContext> present = new AtomicReference<>();

	private PeerBundle(String key, String name) {
		this.key = key;
		this.name = name;
	}

	/**
	 * Creates the TLS settings for peers.
	 * @param name the name of the bundle, null for the JVM's trust store
	 * @param listens whether this node listens with the bundle, too
	 * @param certificatesNeeded whether each member has to prove its host by a
	 * certificate
	 * @throws InvalidElectionConfigurationException if the bundle cannot be used
	 */
	public static PeerTls tls(String key, @Nullable String name, boolean listens, boolean certificatesNeeded,
			Supplier<@Nullable SslBundles> bundles) {
		if (name == null || !StringUtils.hasText(name)) {
			return PeerTls.OF_JVM;
		}
		SslBundles all = bundles.get();
		if (all == null) {
			throw new InvalidElectionConfigurationException(key, name, "This application has no SSL bundles at all",
					"Do not exclude SslAutoConfiguration of Spring Boot");
		}
		PeerBundle bundle = new PeerBundle(key, name);
		bundle.read(all, listens);
		return new PeerTls(bundle, certificatesNeeded);
	}

	private void read(SslBundles all, boolean listens) {
		try {
			all.addBundleUpdateHandler(this.name, this::renew);
			// A context that was reloaded meanwhile is newer.
			this.present.compareAndSet(null, first(all.getBundle(this.name), listens));
		}
		catch (NoSuchSslBundleException ex) {
			throw new InvalidElectionConfigurationException(this.key, this.name,
					"There is no SSL bundle of this name, only " + all.getBundleNames(),
					"Use one of these, or define it below spring.ssl.bundle.pem." + this.name
							+ " or spring.ssl.bundle.jks." + this.name,
					ex);
		}
	}

	private SSLContext first(SslBundle bundle, boolean listens) {
		try {
			if (listens && bundle.getStores().getKeyStore() == null) {
				throw new InvalidElectionConfigurationException(this.key, this.name,
						"The SSL bundle has no certificate, and this node listens with it on leader-election.transport.port",
						"Give it one: spring.ssl.bundle.pem." + this.name
								+ ".keystore.certificate and .private-key, say");
			}
			return context(bundle);
		}
		catch (InvalidElectionConfigurationException ex) {
			throw ex;
		}
		catch (RuntimeException ex) {
			throw new InvalidElectionConfigurationException(this.key, this.name,
					"The SSL bundle cannot be used: " + reason(ex), "Correct what stands below spring.ssl.bundle.pem."
							+ this.name + " or spring.ssl.bundle.jks." + this.name,
					ex);
		}
	}

	private static String reason(RuntimeException failure) {
		return String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure).getMessage());
	}

	private static SSLContext context(SslBundle bundle) {
		SslOptions options = bundle.getOptions();
		return RestrictedContext.of(bundle.createSslContext(), options.getEnabledProtocols(), options.getCiphers());
	}

	private void renew(SslBundle reloaded) {
		try {
			this.present.set(context(reloaded));
			logger.info("The SSL bundle '{}' was reloaded. New connections between peers use it, open links stay",
					this.name);
		}
		catch (RuntimeException ex) {
			logger.error("The SSL bundle '{}' was reloaded and cannot be used, so peers keep to the certificates of "
					+ "before: {}. Correct its files", this.name, reason(ex), ex);
		}
	}

	@Override
	public SSLContext get() {
		return Objects.requireNonNull(this.present.get(), "read");
	}

}
