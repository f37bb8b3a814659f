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
import io.github.leaderelection.internal.nomination.LayeredElection;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.simulator.Simulator;
import org.jspecify.annotations.NullMarked;
import org.slf4j.Logger;

/**
 * Makes hunters, each in a class loader of its own.
 */
final class MutantWorld {

	private final CoreSources sources = CoreSources.find();

	private final URL[] own = { locationOf(ElectionProtocol.class), locationOf(LayeredElection.class),
			locationOf(Simulator.class), locationOf(MutantWorld.class) };

	private final MutantCompiler compiler = new MutantCompiler(
			Stream.of(ElectionProtocol.class, LayeredElection.class, Simulator.class, Logger.class, NullMarked.class)
				.map((type) -> pathOf(locationOf(type)))
				.distinct()
				.collect(Collectors.joining(File.pathSeparator)));

	/**
	 * Where the classes are that each mutant has for itself.
	 */
	URL[] own() {
		return this.own.clone();
	}

	/**
	 * Makes the classes of a mutant.
	 * @param mutant the mutant
	 * @return its classes by name
	 */
	Map<String, byte[]> compile(Mutant mutant) {
		return this.compiler.compile(mutant, mutant.applyTo(this.sources));
	}

	/**
	 * Lets a task use a hunter in a world where some classes are replaced.
	 * @param <T> what comes of it
	 * @param algorithm the election that is hunted in
	 * @param mutated the replaced classes, none for the election as it is shipped
	 * @param task the task
	 * @return what came of it
	 */
	<T> T with(String algorithm, Map<String, byte[]> mutated, Task<T> task) {
		try (MutantClassLoader loader = new MutantClassLoader(this.own, mutated)) {
			boolean searched = algorithm.equals(Algorithm.LEASE);
			Class<?> type = loader.loadClass((searched ? LeaseHunter.class : SimulatorHunter.class).getName());
			return task.run((Hunter) type.getDeclaredConstructor(String.class).newInstance(algorithm));
		}
		catch (IOException | ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
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
