package io.github.leaderelection.simulator.mutants;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.assignment.protocol.AssignmentProtocol;
import io.github.leaderelection.internal.metadata.protocol.MetadataProtocol;
import io.github.leaderelection.internal.nodefence.protocol.Settling;
import io.github.leaderelection.internal.nomination.LayeredElection;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.simulator.Simulator;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Makes hunters in worlds of mutants.
 */
final class MutantWorld {

	private final CoreSources sources = CoreSources.find();

	private final URL[] own = { locationOf(ElectionProtocol.class), locationOf(LayeredElection.class),
			locationOf(AssignmentProtocol.class), locationOf(MetadataProtocol.class), locationOf(Settling.class),
			locationOf(Simulator.class), locationOf(MutantWorld.class) };

	private final MutantCompiler compiler = new MutantCompiler(Stream
		.of(ElectionProtocol.class, LayeredElection.class, AssignmentProtocol.class, MetadataProtocol.class,
				Settling.class, Simulator.class, Logger.class, NullMarked.class)
		.map((type) -> pathOf(locationOf(type)))
		.distinct()
		.collect(Collectors.joining(File.pathSeparator)));

	private final ThreadLocal<SharedWorld> shared = ThreadLocal.withInitial(() -> new SharedWorld(this.own));

	/**
	 * Makes the classes of a mutant.
	 * @param mutant the mutant
	 * @return its classes by name
	 */
	Map<String, byte[]> compile(Mutant mutant) {
		return this.compiler.compile(mutant, mutant.applyTo(this.sources));
	}

	/**
	 * Lets a task use a hunter in a world of its own where some classes are replaced.
	 * @param <T> what comes of it
	 * @param algorithm the election that is hunted in
	 * @param mutated the replaced classes, none for the election as it is shipped
	 * @param task the task
	 * @return what came of it
	 */
	<T> T with(String algorithm, Map<String, byte[]> mutated, Task<T> task) {
		try (MutantClassLoader loader = new MutantClassLoader(this.own, mutated)) {
			return task.run(loader.hunter(hunterOf(algorithm), algorithm));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Lets a task use a hunter where classes are replaced in the world that this thread
	 * has for all its mutants.
	 * @param <T> what comes of it
	 * @param algorithm the election that is hunted in
	 * @param mutated the replaced classes, none for the election as it is shipped
	 * @param task the task
	 * @return what came of it, null where the classes cannot be replaced there
	 */
	<T> @Nullable T inTurn(String algorithm, Map<String, byte[]> mutated, Task<T> task) {
		SharedWorld world = this.shared.get();
		return world.replace(mutated) ? task.run(world.hunter(hunterOf(algorithm), algorithm)) : null;
	}

	/**
	 * Lets the explorer search in a world of its own where some classes are replaced.
	 * @param mutated the replaced classes by name
	 * @param bounds what to search
	 * @return what was found
	 */
	@Nullable Catch search(Map<String, byte[]> mutated, String bounds) {
		try (MutantClassLoader loader = new MutantClassLoader(this.own, mutated)) {
			return loader.hunter(ExplorerHunter.class).play(bounds);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Lets the explorer search where classes are replaced in the world that this thread
	 * has for all its mutants.
	 * @param mutated the replaced classes by name, none for the election as it is shipped
	 * @param bounds what to search
	 * @return what was found, null also where the classes cannot be replaced there
	 */
	@Nullable Catch searchInTurn(Map<String, byte[]> mutated, String bounds) {
		SharedWorld world = this.shared.get();
		return world.replace(mutated) ? world.hunter(ExplorerHunter.class).play(bounds) : null;
	}

	private static Class<? extends Hunter> hunterOf(String algorithm) {
		return switch (algorithm) {
			case Algorithm.LEASE -> LeaseHunter.class;
			case Mutant.ASSIGNMENTS -> AssignmentHunter.class;
			case Mutant.METADATA -> MetadataHunter.class;
			case Mutant.FENCE -> FenceHunter.class;
			default -> SimulatorHunter.class;
		};
	}

	private static URL locationOf(Class<?> type) {
		return type.getProtectionDomain().getCodeSource().getLocation();
	}

	private static String pathOf(URL location) {
		try {
			return Path.of(location.toURI()).toString();
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Something a hunter is needed for.
	 *
	 * @param <T> what comes of it
	 */
	interface Task<T> {

		/**
		 * Does it.
		 * @param hunter the hunter
		 * @return what came of it
		 */
		T run(Hunter hunter);

	}

}
