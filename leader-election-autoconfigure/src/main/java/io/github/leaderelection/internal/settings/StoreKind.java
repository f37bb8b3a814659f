package io.github.leaderelection.internal.settings;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.util.ClassUtils;

/**
 * A store for leases, with the libraries and beans that it needs.
 */
public enum StoreKind {

	/** The database of the application. */
	JDBC("Jdbc",
			List.of("org.springframework.jdbc.core.JdbcOperations",
					"org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer"),
			"There is no DataSource, or several and none is primary",
			"Set spring.datasource.url, or make one DataSource the primary one"),

	/** A Lease of Kubernetes. */
	KUBERNETES("Kubernetes", List.of(), "There are several LeaseStore beans and none is primary", "Define one"),

	/** A hash in Redis. */
	REDIS("Redis", List.of(), "There is no RedisConnectionFactory, or several",
			"Set spring.data.redis.host, or define one connection factory"),

	/** A key in etcd. */
	ETCD("Etcd", List.of(), "There is no etcd client", "Set leader-election.etcd.endpoints"),

	/** A node in ZooKeeper. */
	ZOOKEEPER("Zookeeper", List.of(), "There is no ZooKeeper to connect to",
			"Set leader-election.zookeeper.connect-string"),

	/** A bean of the application. */
	BEAN(null, List.of(), "There is no LeaseStore bean, or several and none is primary",
			"Define one, or remove the setting");

	/** The key that selects the store. */
	public static final String SETTING = "leader-election.store";

	/** The default duration of a lease in any store. */
	public static final Duration DEFAULT_LEASE = Duration.ofSeconds(10);

	private final @Nullable String title;

	private final List<String> libraries;

	private final String missing;

	private final String remedy;

	StoreKind(@Nullable String title, List<String> libraries, String missing, String remedy) {
		this.title = title;
		this.libraries = libraries;
		this.missing = missing;
		this.remedy = remedy;
	}

	/** All names, as configured. */
	public static List<String> names() {
		return Arrays.stream(values()).map(StoreKind::key).toList();
	}

	/** The names of the stores whose libraries are present, except {@code bean}. */
	public static List<String> present() {
		return Arrays.stream(values())
			.filter((kind) -> kind != BEAN && kind.absent().isEmpty())
			.map(StoreKind::key)
			.toList();
	}

	/** The classes whose presence shows the libraries of all stores. */
	public static List<String> neededClasses() {
		return Arrays.stream(values())
			.flatMap((kind) -> Stream.concat(kind.module().stream(), kind.libraries.stream()))
			.toList();
	}

	/** The store with a configured name. */
	public static StoreKind named(String name) {
		return valueOf(name.toUpperCase(Locale.ROOT));
	}

	/** The name of this store, as configured. */
	public String key() {
		return name().toLowerCase(Locale.ROOT);
	}

	private Optional<String> module() {
		return Optional.ofNullable(this.title)
			.map((name) -> "io.github.leaderelection.store." + key() + ".LeaderElection" + name
					+ "StoreAutoConfiguration");
	}

	private Optional<String> absent() {
		if (!module().map(StoreKind::isPresent).orElse(true)) {
			return Optional.of("io.github.leaderelection:leader-election-store-" + key());
		}
		return this.libraries.stream().allMatch(StoreKind::isPresent) ? Optional.empty()
				: Optional.of("spring-boot-starter-jdbc");
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, StoreKind.class.getClassLoader());
	}

	/**
	 * The library that reads the keys of a store, empty if the library is present.
	 */
	public static Optional<String> absentModule(String name) {
		return Arrays.stream(values()).filter((kind) -> kind.key().equals(name)).findFirst().flatMap(StoreKind::absent);
	}

	/** Creates the exception for a missing library or bean of this store. */
	public InvalidElectionConfigurationException missing() {
		return absent()
			.map((dependency) -> refused("Its library is not on the class path", "Add the dependency " + dependency))
			.orElseGet(() -> refused(this.missing, this.remedy));
	}

	private InvalidElectionConfigurationException refused(String problem, String suggestion) {
		return new InvalidElectionConfigurationException(SETTING, key(), problem, suggestion);
	}

}
