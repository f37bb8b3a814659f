package io.github.leaderelection.system.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.probe.DiskBrake;
import io.github.leaderelection.probe.EventFile.Happening;
import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.probe.RunFile.Run;
import org.jspecify.annotations.Nullable;

/**
 * One node of a cluster: a process, and those that were it before.
 */
public final class NodeProcess {

	private static final Duration EXIT_LIMIT = Duration.ofMinutes(2);

	/** The default group, whose files are the probe's own. */
	static final String DEFAULT = "";

	private final String name;

	private final int port;

	private final Path directory;

	private final List<NodeLife> lives = new ArrayList<>();

	private NodeCommand command;

	private @Nullable Process process;

	private boolean paused;

	NodeProcess(String name, int port, Path directory, NodeCommand command) {
		this.name = name;
		this.port = port;
		this.directory = directory;
		this.command = command;
	}

	/**
	 * The node's name.
	 * @return the name, which is the id too
	 */
	public String name() {
		return this.name;
	}

	/**
	 * The node's port, the same in each life.
	 * @return the port
	 */
	public int port() {
		return this.port;
	}

	/**
	 * The process id of the present life.
	 * @return the process id
	 */
	public long pid() {
		return process().pid();
	}

	/**
	 * The file that says how slow the node's disk is, read where the core is patched to
	 * heed it.
	 * @return the file, see {@link DiskBrake}
	 */
	public Path brake() {
		return this.directory.resolve("disk-brake");
	}

	/**
	 * Changes the application that later lives run.
	 * @param form its form
	 * @param libraries directories with jars that it gets beside its own
	 */
	public void change(SampleForm form, List<Path> libraries) {
		this.command = this.command.of(form, libraries);
	}

	/**
	 * Starts a new life; does not wait.
	 */
	public void start() {
		if (isAlive()) {
			throw new IllegalStateException(this + " runs already");
		}
		NodeLife life = new NodeLife(this.directory.resolve("life-" + (this.lives.size() + 1)));
		this.process = launch(life.directory(), List.of("-D" + DiskBrake.PROPERTY + "=" + brake()),
				List.of("--" + ProbeNames.DIRECTORY + "=" + life.probe()));
		this.lives.add(life);
		this.paused = false;
	}

	/**
	 * Starts a process in this node's place that is no life of it: without a probe, and
	 * to be ended by the caller.
	 * @param work its directory, in which {@code output.txt} is what it writes
	 * @param options further options of the JVM
	 * @param more further arguments of the application
	 * @return the process
	 */
	public Process launch(Path work, List<String> options, List<String> more) {
		return this.command.launch(work, options, more);
	}

	/**
	 * Whether the process lives, paused or not.
	 * @return whether it lives
	 */
	public boolean isAlive() {
		Process current = this.process;
		return current != null && current.isAlive();
	}

	/**
	 * Whether the process lives and is not paused.
	 * @return whether it runs
	 */
	public boolean isRunning() {
		return isAlive() && !this.paused;
	}

	/**
	 * Kills the process and waits until it has gone.
	 * @return the stamp before the kill
	 */
	public long kill() {
		return end(process()::destroyForcibly);
	}

	/**
	 * Asks the process to end and waits until it has gone.
	 * @return the stamp before the signal
	 */
	public long terminate() {
		long before = requestTermination();
		awaitExit();
		return before;
	}

	/**
	 * Asks the process to end; does not wait.
	 * @return the stamp before the signal
	 */
	public long requestTermination() {
		long before = System.nanoTime();
		process().destroy();
		return before;
	}

	/**
	 * Waits until the process has gone.
	 */
	public void awaitExit() {
		end(() -> {
		});
	}

	/**
	 * With what the process has ended.
	 * @return its exit status
	 * @throws IllegalThreadStateException if it lives
	 */
	public int exitStatus() {
		return process().exitValue();
	}

	/**
	 * Stops the process where it stands.
	 */
	public void pause() {
		Signals.send("STOP", pid());
		this.paused = true;
	}

	/**
	 * Lets the process go on.
	 * @return the stamp before the signal
	 */
	public long resume() {
		long before = System.nanoTime();
		Signals.send("CONT", pid());
		this.paused = false;
		return before;
	}

	/**
	 * What happened in the present life.
	 * @return what happened
	 */
	public List<Happening> happenings() {
		return happenings(DEFAULT);
	}

	/**
	 * What happened in the present life.
	 * @param group in which group
	 * @return what happened
	 */
	public List<Happening> happenings(String group) {
		return this.lives.isEmpty() ? List.of() : present().happenings(group);
	}

	/**
	 * What happened in all lives.
	 * @return what happened, in order
	 */
	public List<Happening> allHappenings() {
		return allHappenings(DEFAULT);
	}

	List<Happening> allHappenings(String group) {
		return this.lives.stream().flatMap((life) -> life.happenings(group).stream()).toList();
	}

	/**
	 * What the present life answered to {@code isLeader()}.
	 * @return the answers, the token for yes
	 */
	public List<Run> samples() {
		return present().runs(DEFAULT, ProbeNames.SAMPLES);
	}

	/**
	 * Whether calls through the gate were admitted in the present life.
	 * @return the answers, 1 for yes
	 */
	public List<Run> gate() {
		return present().runs(DEFAULT, ProbeNames.GATE);
	}

	/**
	 * The highest terms that the present life knew.
	 * @return the terms
	 */
	public List<Run> terms() {
		return present().runs(DEFAULT, ProbeNames.TERMS);
	}

	/**
	 * What all lives left behind so far.
	 * @return a record of each
	 */
	public List<LifeRecord> records() {
		return this.lives.stream()
			.map((life) -> new LifeRecord(this.name, life.runs(DEFAULT, ProbeNames.SAMPLES),
					life.runs(DEFAULT, ProbeNames.LED), life.runs(DEFAULT, ProbeNames.VOTING),
					life.happenings(DEFAULT)))
			.toList();
	}

	/**
	 * Where the probe of the present life writes.
	 * @return the directory
	 */
	public Path probe() {
		return present().probe();
	}

	/**
	 * Where the probes of all lives wrote.
	 * @return the directories, oldest first
	 */
	public List<Path> probes() {
		return this.lives.stream().map(NodeLife::probe).toList();
	}

	/**
	 * What the process wrote.
	 * @return its output
	 */
	public String output() {
		return present().output();
	}

	@Override
	public String toString() {
		return this.name + " (" + (isAlive() ? "pid " + pid() : "ended") + (this.paused ? ", paused" : "") + ", "
				+ (this.lives.isEmpty() ? this.directory : present().directory()) + ")";
	}

	/**
	 * The answer now, the token for yes; 0 for no and for none within the last second.
	 */
	long answerNow(String group) {
		return now(group, ProbeNames.SAMPLES);
	}

	/** The term of the leader known now, 0 for none. */
	long knownTermNow(String group) {
		return now(group, ProbeNames.KNOWN);
	}

	boolean votesNow(String group) {
		return now(group, ProbeNames.VOTING) == 1;
	}

	void judge(String group, Leaderships reigns) {
		for (NodeLife life : this.lives) {
			reigns.add(this.name, life.runs(group, ProbeNames.SAMPLES));
		}
	}

	private long now(String group, String file) {
		List<Run> runs = isRunning() ? present().runs(group, file) : List.of();
		if (runs.isEmpty()) {
			return 0;
		}
		Run last = runs.get(runs.size() - 1);
		boolean fresh = System.nanoTime() - last.lastAfter() < TimeUnit.SECONDS.toNanos(1);
		return fresh ? last.answer() : 0;
	}

	private NodeLife present() {
		return this.lives.get(this.lives.size() - 1);
	}

	private Process process() {
		Process current = this.process;
		if (current == null) {
			throw new IllegalStateException(this + " was never started");
		}
		return current;
	}

	private long end(Runnable means) {
		long before = System.nanoTime();
		means.run();
		try {
			if (!process().waitFor(EXIT_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
				throw new AssertionError("Did not end within " + EXIT_LIMIT + ": " + this);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for the end of " + this, ex);
		}
		this.paused = false;
		return before;
	}

}
