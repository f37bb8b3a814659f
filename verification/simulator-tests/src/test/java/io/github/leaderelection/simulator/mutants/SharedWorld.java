package io.github.leaderelection.simulator.mutants;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import net.bytebuddy.agent.ByteBuddyAgent;

/**
 * A world that mutants live in one after the other: their classes take the place of the
 * shipped ones while it runs. So all others are loaded and compiled once, and not once
 * for each mutant. One thread at a time uses it.
 */
final class SharedWorld {

	private final Instrumentation virtualMachine = ByteBuddyAgent.install();

	private final URL[] classPath;

	private MutantClassLoader loader;

	/** What brings back the shipped classes. */
	private List<ClassDefinition> shipped = List.of();

	/** Whether the virtual machine may crash as they are brought back. */
	private boolean nested;

	/**
	 * Makes a world in which nothing is mutated.
	 * @param classPath where the classes are
	 */
	SharedWorld(URL[] classPath) {
		this.classPath = classPath.clone();
		this.loader = new MutantClassLoader(classPath, Map.of());
	}

	/**
	 * Replaces classes by those of a mutant, and those of the mutant before by the
	 * shipped ones.
	 * @param mutated the replaced classes by name
	 * @return false if they cannot be replaced in place, as where a method is added;
	 * nothing is mutated then
	 */
	boolean replace(Map<String, byte[]> mutated) {
		restore();
		List<ClassDefinition> before = new ArrayList<>();
		List<ClassDefinition> after = new ArrayList<>();
		try {
			for (Map.Entry<String, byte[]> each : mutated.entrySet()) {
				// what a class does as it is initialized has happened, and shipped
				Class<?> type = Class.forName(each.getKey(), true, this.loader);
				before.add(new ClassDefinition(type, bytesOf(type)));
				after.add(new ClassDefinition(type, each.getValue()));
			}
			redefine(after);
		}
		catch (ClassNotFoundException | UnsupportedOperationException ex) {
			return false;
		}
		this.shipped = before;
		this.nested = mutated.keySet().stream().filter((name) -> name.indexOf('$') > 0).count() > 1;
		return true;
	}

	/**
	 * Some classes, as records, can be replaced but once: then the world is made anew. Of
	 * a class with several nested ones Java 17 then compares names that it has mislaid.
	 */
	private void restore() {
		if (this.nested || !isRedefined(this.shipped)) {
			this.loader = new MutantClassLoader(this.classPath, Map.of());
		}
		this.nested = false;
		this.shipped = List.of();
	}

	/**
	 * Makes a hunter in this world.
	 * @param type its class, as it is outside of this world
	 * @param arguments what its only constructor needs
	 * @return the hunter
	 */
	Hunter hunter(Class<? extends Hunter> type, Object... arguments) {
		return this.loader.hunter(type, arguments);
	}

	private boolean isRedefined(List<ClassDefinition> definitions) {
		try {
			redefine(definitions);
			return true;
		}
		catch (UnsupportedOperationException ex) {
			return false;
		}
	}

	private void redefine(List<ClassDefinition> definitions) {
		try {
			this.virtualMachine.redefineClasses(definitions.toArray(ClassDefinition[]::new));
		}
		catch (ClassNotFoundException | UnmodifiableClassException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private byte[] bytesOf(Class<?> type) {
		try (InputStream bytes = this.loader.getResourceAsStream(type.getName().replace('.', '/') + ".class")) {
			return Objects.requireNonNull(bytes, "no class file of " + type).readAllBytes();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
