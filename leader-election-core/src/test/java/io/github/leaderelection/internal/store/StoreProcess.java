package io.github.leaderelection.internal.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.spi.Ballot;
import io.github.leaderelection.spi.BallotStoreException;

/**
 * A process of its own that opens a store. It ends with the test's process at the latest.
 */
final class StoreProcess implements AutoCloseable {

	private static final String MARK = "store> ";

	private final Process process;

	private final BufferedReader output;

	private StoreProcess(Process process) {
		this.process = process;
		this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
	}

	/** Opens a store, saves one term, says so and waits. */
	static StoreProcess hold(Path directory) throws IOException {
		StoreProcess holder = start("hold", directory);
		if (!holder.answer().equals("term 1")) {
			throw new AssertionError("The process does not hold the store");
		}
		return holder;
	}

	/** Opens a store and saves one term after the other, naming each that was saved. */
	static StoreProcess flood(Path directory) throws IOException {
		return start("flood", directory);
	}

	/** What a process that tries to open a store has to say. */
	static String tryToOpen(Path directory) throws IOException {
		try (StoreProcess process = start("try", directory)) {
			return process.answer();
		}
	}

	private static StoreProcess start(String mode, Path directory) throws IOException {
		String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
		List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:TieredStopAtLevel=1", "-Dfile.encoding=UTF-8", "-cp", classPath, StoreProcess.class.getName(),
				mode, directory.toString());
		return new StoreProcess(new ProcessBuilder(command).redirectErrorStream(true).start());
	}

	/** The next thing it says, the empty text once it has ended. */
	String answer() throws IOException {
		String line = this.output.readLine();
		while (line != null && !line.startsWith(MARK)) {
			line = this.output.readLine();
		}
		return (line != null) ? line.substring(MARK.length()) : "";
	}

	long pid() {
		return this.process.pid();
	}

	/** As {@code kill -9} does. What it said before can still be read. */
	void kill() throws InterruptedException {
		this.process.toHandle().destroyForcibly();
		if (!this.process.waitFor(30, TimeUnit.SECONDS)) {
			throw new AssertionError("The process cannot be killed");
		}
	}

	@Override
	public void close() {
		this.process.destroyForcibly();
	}

	public static void main(String[] arguments) throws IOException {
		String mode = arguments[0];
		try (FileBallotStore store = FileBallotStore.open(Path.of(arguments[1]), Ballots.CLUSTER, Ballots.NODE,
				Ballots.GROUP)) {
			if (mode.equals("try")) {
				Ballot found = store.load();
				say("opened, term " + ((found != null) ? found.term() : 0));
				return;
			}
			long last = mode.equals("flood") ? 1_000_000 : 1;
			for (long term = 1; term <= last; term++) {
				store.save(Ballots.ofTerm(term));
				say("term " + term);
			}
			// Until the test's process closes the pipe.
			System.in.read();
		}
		catch (BallotStoreException ex) {
			say("refused: " + ex.getMessage());
		}
	}

	private static void say(String what) {
		System.out.println(MARK + what);
		System.out.flush();
	}

}
