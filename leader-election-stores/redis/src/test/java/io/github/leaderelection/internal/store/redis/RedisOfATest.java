package io.github.leaderelection.internal.store.redis;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.leaderelection.internal.transport.link.Ports;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import org.awaitility.Awaitility;
import redis.embedded.RedisServer;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.core.RedisServerBuilder;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A real Redis server, which keeps what it acknowledged when it is started again.
 */
public final class RedisOfATest implements AutoCloseable {

	/** Threads are shared by all clients of the tests. */
	static final ClientResources RESOURCES = DefaultClientResources.builder()
		.ioThreadPoolSize(2)
		.computationThreadPoolSize(2)
		.build();

	/** Unpacked once. */
	static final ExecutableProvider EXECUTABLE = unpacked();

	/** How long a replica may stand still and yet confirm. */
	static final Duration REPLICA_PATIENCE = Duration.ofMillis(2500);

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private final Path directory;

	private final int port;

	private final List<String> settings;

	private final RedisClient client;

	private RedisServer server;

	private RedisOfATest(Path directory, int port, List<String> settings) {
		this.directory = directory;
		this.port = port;
		this.settings = settings;
		this.client = RedisClient.create(RESOURCES, RedisURI.create("127.0.0.1", port));
	}

	private static ExecutableProvider unpacked() {
		try {
			File binary = ExecutableProvider.newJarResourceProvider().get();
			return () -> binary;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public static RedisOfATest start(Path directory) throws IOException {
		return start(directory, List.of());
	}

	/** A server that follows another one. */
	static RedisOfATest startReplica(Path directory, RedisOfATest master) throws IOException {
		return start(directory, List.of("replicaof 127.0.0.1 " + master.port));
	}

	static RedisOfATest start(Path directory, List<String> settings) throws IOException {
		RedisOfATest made = new RedisOfATest(directory, freePort(), settings);
		made.start();
		return made;
	}

	/**
	 * A server of a cluster also binds the port ten thousand above, which is nobody
	 * else's.
	 */
	static int freePort() {
		return Ports.free();
	}

	void start() throws IOException {
		RedisServerBuilder builder = RedisServer.newRedisServer()
			.executableProvider(EXECUTABLE)
			.port(this.port)
			.setting("dir " + this.directory.toAbsolutePath())
			.setting("appendonly yes")
			.setting("appendfsync always")
			.setting("save \"\"")
			.setting("repl-diskless-sync yes")
			.setting("repl-diskless-sync-delay 0");
		this.settings.forEach(builder::setting);
		this.server = builder.build();
		this.server.start();
		// It says that it is ready before it has read what it saved.
		Awaitility.await()
			.atMost(PATIENCE)
			.ignoreExceptions()
			.until(() -> run((redis) -> redis.info("persistence")).contains("loading:0"));
	}

	void stop() throws IOException {
		this.server.stop();
	}

	public int port() {
		return this.port;
	}

	/** Asks the server, past all that is tested. */
	<T> T run(Function<RedisCommands<String, String>, T> work) {
		try (StatefulRedisConnection<String, String> connection = this.client.connect()) {
			return work.apply(connection.sync());
		}
	}

	/** How often the server ran scripts, whether it knew them or not. */
	long scripts() {
		return calls("evalsha") + calls("eval");
	}

	long calls(String command) {
		String line = run((redis) -> redis.info("commandstats")).lines()
			.filter((each) -> each.startsWith("cmdstat_" + command + ":"))
			.findFirst()
			.orElse("calls=0,");
		return Long.parseLong(line.replaceAll("[^,]*?calls=(\\d+),.*", "$1"));
	}

	/**
	 * Makes a user with the password 'secret', who may do that with the keys of the tests
	 * and those that are the default.
	 */
	public void allow(String user, String rights) {
		CommandArgs<String, String> rule = new CommandArgs<>(StringCodec.UTF8).add("SETUSER");
		Stream.of(user, "reset", "on", ">secret", "~test:*", "~leader-election:*", "resetchannels", "&test:*")
			.forEach(rule::add);
		Stream.of(rights.trim().split(" ")).forEach(rule::add);
		run((redis) -> redis.dispatch(CommandType.ACL, new StatusOutput<>(StringCodec.UTF8), rule));
	}

	/** As docs/stores/redis.md lists them. */
	static String rightsOfTheGuide() throws IOException {
		Path above = Path.of("").toAbsolutePath();
		while (!Files.isRegularFile(above.resolve("docs/stores/redis.md"))) {
			above = above.getParent();
		}
		return Files.readAllLines(above.resolve("docs/stores/redis.md"))
			.stream()
			.filter((line) -> line.startsWith("ACL SETUSER leases "))
			.map((line) -> line.substring(line.indexOf(" +")))
			.findFirst()
			.orElseThrow();
	}

	LettuceConnectionFactory factory() {
		return factory(this.port);
	}

	/** Of an application; it is not started, for it only says where Redis is. */
	static LettuceConnectionFactory factory(int port) {
		return factory(new RedisStandaloneConfiguration("127.0.0.1", port));
	}

	static LettuceConnectionFactory factory(RedisStandaloneConfiguration standalone) {
		return new LettuceConnectionFactory(standalone,
				LettuceClientConfiguration.builder().clientResources(RESOURCES).build());
	}

	static RedisLeaseOptions options() {
		return options("test:");
	}

	static RedisLeaseOptions options(String prefix) {
		return new RedisLeaseOptions(prefix, 0, Duration.ofMillis(100));
	}

	RedisLeaseStore store() {
		return new RedisLeaseStore(factory(), options());
	}

	@Override
	public void close() throws IOException {
		this.client.shutdown(Duration.ZERO, Duration.ofMillis(100));
		stop();
	}

}
