package io.github.leaderelection.internal.keys;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * A key that a setting has.
 *
 * @param name the key as the metadata has it, below {@link #ROOT}
 * @param shape what may stand behind it
 */
record KnownKey(String name, Shape shape) {

	static final String ROOT = "leader-election";

	/** What every path is below, as it is compared. */
	static final String UNIFORM_ROOT = "leaderelection";

	static KnownKey of(String name, @Nullable String type) {
		return new KnownKey(name, Shape.of((type != null) ? type : ""));
	}

	/** The key below the root as it is compared: in lower case, without dashes. */
	String path() {
		return this.name.substring(ROOT.length() + 1).replace("-", "").toLowerCase(Locale.ROOT);
	}

	/** The path without its dots. */
	String letters() {
		return path().replace(".", "");
	}

	/** The last element of the path. */
	String last() {
		return path().substring(path().lastIndexOf('.') + 1);
	}

	/** The variable of the environment by which every setting is read. */
	String variable() {
		return (UNIFORM_ROOT + "." + path()).replace('.', '_').toUpperCase(Locale.ROOT);
	}

	/** The variable with an underscore for each dash, by which most settings are read. */
	String variableWithDashes() {
		return this.name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
	}

	/**
	 * What may stand behind a key.
	 */
	enum Shape {

		/** Nothing. */
		VALUE,

		/** The place of an element. */
		LIST,

		/** Names that the application chooses. */
		MAP;

		private static Shape of(String type) {
			if (type.startsWith("java.util.Map") || type.equals("java.util.Properties")) {
				return MAP;
			}
			return (type.startsWith("java.util.List") || type.startsWith("java.util.Set")
					|| type.startsWith("java.util.Collection") || type.endsWith("[]")) ? LIST : VALUE;
		}

	}

}
