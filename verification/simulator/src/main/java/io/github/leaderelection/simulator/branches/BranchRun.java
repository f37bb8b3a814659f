package io.github.leaderelection.simulator.branches;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.leaderelection.internal.nomination.LayeredElection;
import io.github.leaderelection.internal.quorum.QuorumState;
import org.jspecify.annotations.Nullable;

/**
 * Plays the directed scenarios and runs seeds while the branches of the default election
 * are counted.
 */
public final class BranchRun {

	private static final String COUNTED = QuorumState.class.getPackageName() + ".";

	private final Class<?> played;

	private final Consumer<String> out;

	/**
	 * Prepares a run.
	 * @param played a class with three static methods: {@code playScenarios()},
	 * {@code run(String...)}, which answers as the command line does, and
	 * {@code runOthers(String...)}, which does so too
	 * @param out takes the lines of the table that matter
	 */
	public BranchRun(Class<?> played, Consumer<String> out) {
		this.played = played;
		this.out = out;
	}

	/**
	 * Runs, and tells what was not reached.
	 * @param args the arguments of the command that runs seeds
	 * @param table where each branch with its counts is written to, or null
	 * @return what that command answers, and 1 at least if a branch is never taken and no
	 * reason says why
	 */
	public int run(String[] args, @Nullable Path table) {
		SourceLines lines = SourceLines.above(Path.of(""));
		List<URL> places = Stream.of(QuorumState.class, LayeredElection.class, this.played)
			.map((type) -> type.getProtectionDomain().getCodeSource().getLocation())
			.distinct()
			.toList();
		try (CountedWorld world = new CountedWorld(places, COUNTED)) {
			Class<?> within = world.loadClass(this.played.getName());
			Hits.take();
			within.getMethod("playScenarios").invoke(null);
			long[] directed = Hits.take();
			int code = (int) within.getMethod("run", String[].class).invoke(null, (Object) args);
			long[] random = Hits.take();
			code = Math.max(code, (int) within.getMethod("runOthers", String[].class).invoke(null, (Object) args));
			BranchTable counted = new BranchTable(world.branches(), directed, random, Hits.take(), lines,
					Reasons.all());
			return Math.max(code, tell(counted, table));
		}
		catch (InvocationTargetException ex) {
			throw new IllegalStateException("The run failed: " + ex.getCause(), ex.getCause());
		}
		catch (IOException | ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private int tell(BranchTable counted, @Nullable Path table) throws IOException {
		if (table != null) {
			Files.write(table, counted.lines());
		}
		counted.faults().forEach(this.out);
		this.out.accept(counted.summary());
		return counted.faults().isEmpty() ? 0 : 1;
	}

}
