package io.github.leaderelection.simulator.mutants;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;
import java.util.Set;

/**
 * A world of its own for one mutant: every class of this project is defined here anew,
 * the mutated ones from memory. Shared with the rest are only libraries and the types
 * that tell what was found.
 */
final class MutantClassLoader extends URLClassLoader {

	static {
		registerAsParallelCapable();
	}

	private static final String OWN = "io.github.leaderelection.";

	private static final Set<String> SHARED = Set.of(Hunter.class.getName(), Catch.class.getName());

	private final Map<String, byte[]> mutated;

	/**
	 * Makes a world.
	 * @param classPath where the classes are that were not mutated
	 * @param mutated the classes that were, by name
	 */
	MutantClassLoader(URL[] classPath, Map<String, byte[]> mutated) {
		super(classPath, MutantClassLoader.class.getClassLoader());
		this.mutated = Map.copyOf(mutated);
	}

	/**
	 * Makes a hunter in this world.
	 * @param type its class, as it is outside of this world
	 * @param arguments what its only constructor needs
	 * @return the hunter
	 */
	Hunter hunter(Class<? extends Hunter> type, Object... arguments) {
		try {
			return (Hunter) loadClass(type.getName()).getConstructors()[0].newInstance(arguments);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
		if (!name.startsWith(OWN) || SHARED.contains(name)) {
			return super.loadClass(name, resolve);
		}
		synchronized (getClassLoadingLock(name)) {
			Class<?> loaded = findLoadedClass(name);
			return (loaded != null) ? loaded : findClass(name);
		}
	}

	@Override
	protected Class<?> findClass(String name) throws ClassNotFoundException {
		byte[] bytes = this.mutated.get(name);
		return (bytes != null) ? defineClass(name, bytes, 0, bytes.length) : super.findClass(name);
	}

}
