package io.github.leaderelection.wire;

import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A record: an object with exactly the record's components. Null stands only where the
 * component is marked as nullable.
 */
final class RecordShape implements Shape {

	private static final Map<Class<?>, Shape> SIMPLE = Map.of(long.class, SimpleShape.LONG, int.class, SimpleShape.INT,
			double.class, SimpleShape.DOUBLE, boolean.class, SimpleShape.BOOLEAN, String.class, SimpleShape.STRING,
			NodeId.class, SimpleShape.NODE_ID);

	private final Class<?> type;

	private final Constructor<?> constructor;

	private final List<Component> components;

	private RecordShape(Class<?> type, Constructor<?> constructor, List<Component> components) {
		this.type = type;
		this.constructor = constructor;
		this.components = components;
	}

	/**
	 * Derives the shape of a record.
	 * @throws IllegalArgumentException if a component has a type without a wire form
	 */
	static RecordShape of(Class<?> type) {
		List<Component> components = new ArrayList<>();
		List<Class<?>> parameters = new ArrayList<>();
		for (RecordComponent each : type.getRecordComponents()) {
			components.add(new Component(each.getName(), each.getAccessor(), shapeOf(type, each.getGenericType()),
					isNullable(each.getAnnotatedType())));
			parameters.add(each.getType());
		}
		try {
			return new RecordShape(type, type.getDeclaredConstructor(parameters.toArray(Class<?>[]::new)),
					List.copyOf(components));
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException("Every record has a canonical constructor, but " + type + " has not", ex);
		}
	}

	private static boolean isNullable(AnnotatedType type) {
		return type.isAnnotationPresent(Nullable.class);
	}

	private static Shape shapeOf(Class<?> owner, Type type) {
		if (type instanceof Class<?> plain) {
			Shape simple = SIMPLE.get(plain);
			if (simple != null) {
				return simple;
			}
			if (plain.isEnum()) {
				return new EnumShape(plain);
			}
			if (plain.isRecord() && plain != owner) {
				return of(plain);
			}
		}
		if (type instanceof ParameterizedType generic && generic.getRawType() == List.class) {
			return new ListShape(shapeOf(owner, generic.getActualTypeArguments()[0]));
		}
		throw new IllegalArgumentException("The record " + owner.getName() + " has a component of type "
				+ type.getTypeName() + ", which has no wire form: use numbers, booleans, strings, node ids, enums, "
				+ "lists and records of these");
	}

	@Override
	public ObjectNode write(Object value) {
		ObjectNode object = JsonNodeFactory.instance.objectNode();
		for (Component component : this.components) {
			Object part = component.of(value);
			if (part != null) {
				object.set(component.name(), component.shape().write(part));
			}
			else if (component.nullable()) {
				object.putNull(component.name());
			}
			else {
				throw new IllegalArgumentException(
						"The " + this.type.getSimpleName() + " has no '" + component.name() + "': give it one");
			}
		}
		return object;
	}

	@Override
	public Object read(JsonNode node, String where) throws WireException {
		if (!node.isObject()) {
			throw Shape.not(where, "an object");
		}
		@Nullable Object[] arguments = new @Nullable Object[this.components.size()];
		for (int i = 0; i < arguments.length; i++) {
			Component component = this.components.get(i);
			JsonNode part = node.get(component.name());
			String name = where + '.' + component.name();
			if (part == null || (part.isNull() && !component.nullable())) {
				throw new WireException(WireException.Kind.MALFORMED, name + " is missing");
			}
			arguments[i] = part.isNull() ? null : component.shape().read(part, name);
		}
		if (node.size() != arguments.length) {
			throw new WireException(WireException.Kind.MALFORMED, where + " has a property that is not known");
		}
		return create(arguments, where);
	}

	private Object create(@Nullable Object[] arguments, String where) throws WireException {
		try {
			return this.constructor.newInstance(arguments);
		}
		catch (InvocationTargetException ex) {
			throw new WireException(WireException.Kind.MALFORMED,
					where + " is not a " + this.type.getSimpleName() + " that can be right", ex);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException("The record " + this.type + " is not accessible: make it public", ex);
		}
	}

	/**
	 * A component of a record.
	 *
	 * @param name its name
	 * @param accessor reads it
	 * @param shape of its values
	 * @param nullable whether null is one of them
	 */
	private record Component(String name, Method accessor, Shape shape, boolean nullable) {

		@Nullable Object of(Object owner) {
			try {
				return this.accessor.invoke(owner);
			}
			catch (ReflectiveOperationException ex) {
				throw new IllegalStateException("The component '" + this.name + "' of " + owner.getClass()
						+ " cannot be read: make the record public", ex);
			}
		}

	}

}
