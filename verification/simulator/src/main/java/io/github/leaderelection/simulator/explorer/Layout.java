package io.github.leaderelection.simulator.explorer;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * The components of one type of the election's state, and how to read them and to make
 * such a value anew. The election hides its state, and rightly so: this class looks
 * inside by reflection.
 */
final class Layout {

	private static final Map<Class<?>, Layout> LAYOUTS = new ConcurrentHashMap<>();

	private final Class<?> type;

	private final List<Field> fields = new ArrayList<>();

	private final Kind[] kinds;

	private final int[] partners;

	private final @Nullable Constructor<?> constructor;

	private Layout(Class<?> type) {
		this.type = type;
		for (Field field : type.getDeclaredFields()) {
			if (!Modifier.isStatic(field.getModifiers())) {
				field.setAccessible(true);
				this.fields.add(field);
			}
		}
		this.kinds = declaredKinds();
		this.partners = partners();
		this.constructor = constructor();
	}

	static Layout of(Class<?> type) {
		return LAYOUTS.computeIfAbsent(type, Layout::new);
	}

	private Kind[] declaredKinds() {
		Map<String, Kind> declared = Components.of(this.type.getSimpleName());
		List<String> names = this.fields.stream().map(Field::getName).toList();
		if (!new TreeSet<>(names).equals(new TreeSet<>(declared.keySet()))) {
			throw new IllegalStateException(
					"'" + this.type.getSimpleName() + "' has the components " + names + ", but " + declared.keySet()
							+ " are declared: say in " + Components.class.getSimpleName() + " what each of them is");
		}
		return names.stream().map(declared::get).toArray(Kind[]::new);
	}

	/**
	 * For each wall clock the component that is the monotonic clock at that instant.
	 */
	private int[] partners() {
		int[] found = new int[this.kinds.length];
		for (int i = 0; i < found.length; i++) {
			found[i] = (this.kinds[i] == Kind.WALL) ? indexOf(monotonicNameOf(this.fields.get(i).getName())) : -1;
		}
		return found;
	}

	private static String monotonicNameOf(String wall) {
		return wall.equals("wallMillis") ? "nanos" : wall.replace("WallMillis", "Nanos");
	}

	int indexOf(String name) {
		for (int i = 0; i < this.fields.size(); i++) {
			if (this.fields.get(i).getName().equals(name)) {
				return i;
			}
		}
		throw new IllegalStateException("'" + this.type.getSimpleName() + "' has no component '" + name + "'");
	}

	private @Nullable Constructor<?> constructor() {
		Class<?>[] types = this.fields.stream().map(Field::getType).toArray(Class<?>[]::new);
		for (Constructor<?> each : this.type.getDeclaredConstructors()) {
			if (java.util.Arrays.equals(each.getParameterTypes(), types)) {
				each.setAccessible(true);
				return each;
			}
		}
		return null;
	}

	int size() {
		return this.kinds.length;
	}

	String name(int component) {
		return this.fields.get(component).getName();
	}

	Kind kind(int component) {
		return this.kinds[component];
	}

	/** The component that is the monotonic clock where one is the wall clock. */
	int partner(int component) {
		return this.partners[component];
	}

	@Nullable Object[] read(Object value) {
		@Nullable Object[] values = new Object[this.kinds.length];
		try {
			for (int i = 0; i < values.length; i++) {
				values[i] = this.fields.get(i).get(value);
			}
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
		return values;
	}

	Object make(@Nullable Object[] values) {
		if (this.constructor == null) {
			throw new IllegalStateException("'" + this.type + "' cannot be made from its components");
		}
		try {
			return this.constructor.newInstance(values);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
