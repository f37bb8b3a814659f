package io.github.leaderelection.internal.settings;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.springframework.util.ClassUtils;

/**
 * A store for leases, with the libraries and beans that it needs.
 */
public enum StoreKind {

	/** The database of the application. */
	JDBC(List.of("org.springframework.jdbc.core.JdbcOperations",
			"org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer"), "spring-boot-starter-jdbc",
			"There is no DataSource, or several and none is primary",
			"Set spring.datasource.url, or make one DataSource the primary one"),

	/** A Lease of Kubernetes. */
	KUBERNETES(ofModule("kubernetes", "Kubernetes"), module("kubernetes"),
			"There are several LeaseStore beans and none is primary", "Define one"),

	/** A hash in Redis. */
	REDIS(ofModule("redis", "Redis"), module("redis"), "There is no RedisConnectionFactory, or several",
			"Set spring.data.redis.host, or define one connection factory"),

	/** A key in etcd. */
	ETCD(ofModule("etcd", "Etcd"), module("etcd"), "There is no etcd client", "Set leader-election.etcd.endpoints"),

	/** A node in ZooKeeper. */
	ZOOKEEPER(ofModule("zookeeper", "Zookeeper"), module("zookeeper"), "There is no ZooKeeper to connect to",
			"Set leader-election.zookeeper.connect-string"),

	/** A bean of the application. */
	BEAN(List.of(), "", "There is no LeaseStore bean, or several and none is primary",
			"Define one, or remove the setting");

	/** The key that selects the store. */
	public static final String SETTING = "leader-election.store";

	/** The default duration of a lease in any store. */
	public static final Duration DEFAULT_LEASE = Duration.ofSeconds(10);

	private final List<String> neededClasses;

	private final String dependency;

	private final String missing;

	private final String remedy;

	StoreKind(List<String> neededClasses, String dependency, String missing, String remedy) {
		this.neededClasses = neededClasses;
		this.dependency = dependency;
		this.missing = missing;
		this.remedy = remedy;
	}

	private static List<String> ofModule(String name, String title) {
		return List.of("io.github.leaderelection.store." + name + ".LeaderElection" + title + "StoreAutoConfiguration");
	}

	private static String module(String name) {
		return "io.github.leaderelection:leader-election-store-" + name;
	}

	/** All names, as configured. */
	public static List<String> names() {
		return Arrays.stream(values()).map(StoreKind::key).toList();
	}

	/** The names of the stores whose libraries are present, except {@code bean}. */
	public static List<String> present() {
		return Arrays.stream(values()).filter((kind) -> kind != BEAN && kind.isPresent()).map(StoreKind::key).toList();
	}

	/** The classes whose presence shows the libraries of all stores. */
	public static List<String> neededClasses() {
		return Arrays.stream(values()).flatMap((kind) -> kind.neededClasses.stream()).toList();
	}

	/** The store with a configured name. */
	public static StoreKind named(String name) {
		return valueOf(name.toUpperCase(Locale.ROOT));
	}

	/** The name of this store, as configured. */
	public String key() {
		return name().toLowerCase(Locale.ROOT);
	}

	private boolean isPresent() {
		return this.neededClasses.stream()
			.allMatch((needed) -> ClassUtils.isPresent(needed, StoreKind.class.getClassLoader()));
	}

	/**
	 * The library that reads the keys of a store, empty if the library is present.
	 */
	public static Optional<String> absentModule(String name) {
		return Arrays.stream(values())
			.filter((kind) -> kind.key().equals(name) && !kind.isPresent())
			.map((kind) -> kind.dependency)
			.findFirst();
	}

	/** Creates the exception for a missing library or bean of this store. */
	public InvalidElectionConfigurationException missing() {
		return isPresent() ? refused(this.missing, this.remedy)
				: refused("Its library is not on the class path", "Add the dependency " + this.dependency);
	}

	private InvalidElectionConfigurationException refused(String problem, String suggestion) {
		return new InvalidElectionConfigurationException(SETTING, key(), problem, suggestion);
	}

}
