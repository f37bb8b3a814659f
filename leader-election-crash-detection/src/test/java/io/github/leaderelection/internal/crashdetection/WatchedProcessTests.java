package io.github.leaderelection.internal.crashdetection;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.NodeId;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the system does with the sockets of real processes that are killed, stopped,
 * stopped as they exit, or have given a socket away.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(120)
class WatchedProcessTests {

	private static final int DIALS = 20;

	private final List<Long> ended = new CopyOnWriteArrayList<>();

	private final List<Process> started = new ArrayList<>();

	private MemberWatch watch;

	private BufferedReader says;

	private int port;

	private long pid;

	@BeforeEach
	void begin() throws IOException {
		this.watch = new MemberWatch(NodeId.of("a"), NodeId.of("b"), AliveProcess.SECRET,
				ProcessListener.ofThisProcess(InetAddress.getLoopbackAddress()), () -> "127.0.0.1", this.ended::add);
	}

	@AfterEach
	void end() throws InterruptedException {
		this.watch.close();
		ProcessHandle.of(this.pid).ifPresent(ProcessHandle::destroyForcibly);
		for (Process process : this.started) {
			process.destroyForcibly().waitFor();
		}
	}

	/** The switch lets a process give its child a socket. */
	private static List<String> java(String how) {
		return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx32m",
				"-XX:TieredStopAtLevel=1", "-Djava.net.preferIPv4Stack=true",
				"--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
				AliveProcess.class.getName(), how);
	}

	private Process watched(List<String> before, String how) throws IOException {
		List<String> command = new ArrayList<>(before);
		command.addAll(java(how));
		Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
		this.started.add(process);
		this.says = process.inputReader();
		String[] line = this.says.readLine().split(" ");
		this.port = Integer.parseInt(line[0]);
		this.pid = Long.parseLong(line[1]);
		this.watch.watch(AliveProcess.PROCESS, this.port);
		awaitState("in use");
		return process;
	}

	private void awaitState(String beginning) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(this.watch::state, (state) -> state.startsWith(beginning));
	}

	private void awaitSaid(String line) throws IOException {
		String said = this.says.readLine();
		while (said != null && !said.equals(line)) {
			said = this.says.readLine();
		}
		assertThat(said).isEqualTo(line);
	}

	private void signal(String name) throws IOException, InterruptedException {
		Process kill = new ProcessBuilder("kill", "-" + name, String.valueOf(this.pid)).start();
		assertThat(kill.waitFor(30, TimeUnit.SECONDS)).isTrue();
		assertThat(kill.exitValue()).isZero();
	}

	private void awaitStopped() {
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.until(() -> Files.readString(Path.of("/proc/" + this.pid + "/stat")).matches("(?s).*\\) T .*"));
	}

	private void nobodyRefuses() throws IOException {
		RefusedDial dials = RefusedDial.learn();
		InetSocketAddress address = new InetSocketAddress(InetAddress.getByName("127.0.0.1"), this.port);
		for (int i = 0; i < DIALS; i++) {
			assertThat(dials.by(address)).as("dial " + i).isFalse();
		}
		assertThat(this.ended).isEmpty();
	}

	private void awaitEnd() {
		Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !this.ended.isEmpty());
		assertThat(this.ended).containsExactly(AliveProcess.PROCESS);
	}

	@Test
	void killedProcessHasEnded() throws IOException, InterruptedException {
		watched(List.of(), "listens");
		signal("KILL");
		awaitEnd();
	}

	@Test
	void stoppedProcessHasNot() throws IOException, InterruptedException {
		watched(List.of(), "listens");
		signal("STOP");
		awaitStopped();
		nobodyRefuses();
		assertThat(this.watch.state()).isEqualTo("in use");
		signal("CONT");
		signal("KILL");
		awaitEnd();
	}

	@Test
	void processThatIsStoppedAsItExitsHasNot() throws IOException, InterruptedException {
		Process process = watched(List.of(), "exits");
		process.getOutputStream().write('\n');
		process.getOutputStream().flush();
		awaitSaid("hangs");
		nobodyRefuses();
		signal("STOP");
		awaitStopped();
		nobodyRefuses();
		assertThat(this.watch.state()).isEqualTo("in use");
		signal("KILL");
		awaitEnd();
	}

	@Test
	void listenerThatAnotherProcessHasTooHidesTheEnd() throws IOException, InterruptedException {
		watched(java("gives"), "inherited");
		signal("KILL");
		awaitSaid("child is gone");
		awaitState("not connected");
		nobodyRefuses();
	}

}
