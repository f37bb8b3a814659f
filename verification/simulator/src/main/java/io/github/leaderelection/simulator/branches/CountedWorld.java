package io.github.leaderelection.simulator.branches;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads the core and the simulator once more, and lets the default election count its
 * branches.
 */
final class CountedWorld extends URLClassLoader {

	private static final String OURS = "io.github.leaderelection.";

	private final String counted;

	private final BranchCounter counter = new BranchCounter();

	/**
	 * Makes a world.
	 * @param places where the classes are
	 * @param counted the package that is counted with all below it, with a dot at its end
	 */
	CountedWorld(List<URL> places, String counted) {
		super(places.toArray(URL[]::new), CountedWorld.class.getClassLoader());
		this.counted = counted;
	}

	/**
	 * The branches of all classes that were used so far.
	 */
	List<Branch> branches() {
		return this.counter.branches();
	}

	@Override
	protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
		if (!name.startsWith(OURS) || name.equals(Hits.class.getName())) {
			return super.loadClass(name, resolve);
		}
		synchronized (getClassLoadingLock(name)) {
			Class<?> loaded = findLoadedClass(name);
			return (loaded != null) ? loaded : define(name);
		}
	}

	private Class<?> define(String name) throws ClassNotFoundException {
		String file = name.replace('.', '/') + ".class";
		URL resource = findResource(file);
		if (resource == null) {
			throw new ClassNotFoundException(name);
		}
		try (InputStream stream = resource.openStream()) {
			byte[] bytes = stream.readAllBytes();
			byte[] used = isCounted(name) ? this.counter.count(bytes) : bytes;
			return defineClass(name, used, 0, used.length);
		}
		catch (IOException ex) {
			throw new ClassNotFoundException(name, ex);
		}
	}

	private boolean isCounted(String name) {
		return name.startsWith(this.counted);
	}

}
