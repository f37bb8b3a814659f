package io.github.leaderelection.internal.store.etcd;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.leaderelection.internal.transport.link.Ports;
import org.junit.jupiter.api.Assumptions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A real etcd in a process of its own, on ports of its own.
 */
public final class EtcdServer implements AutoCloseable {

	private static final int ATTEMPTS = 5;

	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

	private final HttpClient probe = HttpClient.newHttpClient();

	private final Path directory;

	private final List<String> options;

	private int port;

	private int peers;

	private int metrics;

	private Process process;

	/** Names and addresses of all that belong together. */
	private String members = "";

	private EtcdServer(Path directory, List<String> options) {
		this.directory = directory;
		this.options = options;
	}

	/** Skips the test where there is no etcd. */
	public static EtcdServer start(Path directory, String... options) throws Exception {
		return startAll(List.of(new EtcdServer(directory, List.of(options)))).get(0);
	}

	/** Servers of one cluster. */
	static List<EtcdServer> startThree(Path directory) throws Exception {
		List<EtcdServer> servers = new ArrayList<>();
		for (String name : List.of("a", "b", "c")) {
			servers.add(new EtcdServer(Files.createDirectory(directory.resolve(name)), List.of()));
		}
		return startAll(servers);
	}

	private static List<EtcdServer> startAll(List<EtcdServer> servers) throws Exception {
		assumeInstalled();
		for (int i = 0; i < ATTEMPTS; i++) {
			for (EtcdServer server : servers) {
				server.choosePorts();
			}
			String all = servers.stream().map(EtcdServer::member).collect(Collectors.joining(","));
			for (EtcdServer server : servers) {
				server.members = all;
				server.launch();
			}
			boolean areServing = true;
			for (EtcdServer server : servers) {
				areServing &= server.serves();
			}
			if (areServing) {
				return servers;
			}
			servers.forEach(EtcdServer::kill);
		}
		throw new IllegalStateException("etcd does not start: " + Files.readString(servers.get(0).log()));
	}

	static boolean isInstalled() {
		return Files.isExecutable(binary());
	}

	/** Else the test is skipped. */
	static void assumeInstalled() {
		Assumptions.assumeTrue(isInstalled(), "etcd is not installed: apt-get install etcd-server");
	}

	private static Path binary() {
		return Stream.of(System.getenv("PATH").split(":"))
			.map((directory) -> Path.of(directory, "etcd"))
			.filter(Files::isExecutable)
			.findFirst()
			.orElse(Path.of("/usr/bin/etcd"));
	}

	private void choosePorts() {
		this.port = Ports.free();
		this.peers = Ports.free();
		this.metrics = Ports.free();
	}

	private String name() {
		return "on-" + this.peers;
	}

	private String peerUrl() {
		return "http://127.0.0.1:" + this.peers;
	}

	private String member() {
		return name() + "=" + peerUrl();
	}

	/** Nobody suspects it on a busy machine. */
	private boolean isAlone() {
		return this.members.equals(member());
	}

	private void launch() throws IOException {
		String clients = url(this.port).toString();
		List<String> command = new ArrayList<>(List.of(binary().toString(), "--name", name(), "--data-dir",
				data().toString(), "--listen-client-urls", clients, "--advertise-client-urls", clients,
				"--listen-peer-urls", peerUrl(), "--initial-advertise-peer-urls", peerUrl(), "--initial-cluster",
				this.members, "--listen-metrics-urls", "http://127.0.0.1:" + this.metrics, "--heartbeat-interval",
				isAlone() ? "20" : "50", "--election-timeout", isAlone() ? "200" : "500", "--logger", "zap",
				"--log-level", "error"));
		command.addAll(this.options);
		this.process = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()))
			.start();
	}

	/** Waits until it answers, or has ended. */
	private boolean serves() throws InterruptedException {
		long end = System.nanoTime() + PATIENCE_NANOS;
		while (this.process.isAlive()) {
			assertThat(System.nanoTime() - end).as("etcd starts for too long").isNegative();
			if (isHealthy()) {
				return true;
			}
			TimeUnit.MILLISECONDS.sleep(10);
		}
		return false;
	}

	private boolean isHealthy() throws InterruptedException {
		try {
			return page("health").contains("true");
		}
		catch (IOException ex) {
			return false;
		}
	}

	private String page(String name) throws IOException, InterruptedException {
		URI url = URI.create("http://127.0.0.1:" + this.metrics + "/" + name);
		return this.probe.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString()).body();
	}

	/** How many watches it serves. */
	int watches() throws IOException, InterruptedException {
		String name = "etcd_debugging_mvcc_watcher_total ";
		return page("metrics").lines()
			.filter((line) -> line.startsWith(name))
			.mapToInt((line) -> Integer.parseInt(line.substring(name.length())))
			.findFirst()
			.orElseThrow();
	}

	public URI url(int at) {
		boolean isSecured = this.options.contains("--cert-file");
		return URI.create(
				(isSecured ? "https" : "http") + "://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + at);
	}

	public URI url() {
		return url(this.port);
	}

	public int port() {
		return this.port;
	}

	Path data() {
		return this.directory.resolve("data");
	}

	private Path log() {
		return this.directory.resolve("etcd.log");
	}

	/** As by kill -9. */
	void kill() {
		this.process.destroyForcibly().onExit().orTimeout(20, TimeUnit.SECONDS).join();
	}

	/** On the same ports, with what it saved. */
	void startAgain() throws Exception {
		launch();
		assertThat(serves()).as("etcd starts again").isTrue();
	}

	@Override
	public void close() {
		kill();
	}

}
