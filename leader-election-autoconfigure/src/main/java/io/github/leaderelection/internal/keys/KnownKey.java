package io.github.leaderelection.internal.keys;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * The key of a setting.
 *
 * @param name the key as in the metadata, below {@link #ROOT}
 * @param shape the kind of elements that may follow the key
 */
record KnownKey(String name, Shape shape) {

	static final String ROOT = "leader-election";

	/** The root of every path, in the form for comparisons. */
	static final String UNIFORM_ROOT = "leaderelection";

	static KnownKey of(String name, @Nullable String type) {
		return new KnownKey(name, Shape.of((type != null) ? type : ""));
	}

	/**
	 * The key below the root in the form for comparisons: in lower case, without dashes.
	 */
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

	/** The form of the environment variable that works for every setting. */
	String variable() {
		return (UNIFORM_ROOT + "." + path()).replace('.', '_').toUpperCase(Locale.ROOT);
	}

	/** The variable with an underscore for each dash, which works for most settings. */
	String variableWithDashes() {
		return this.name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
	}

	/**
	 * The kind of elements that may follow a key.
	 */
	enum Shape {

		/** Nothing. */
		VALUE,

		/** The index of an element. */
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
