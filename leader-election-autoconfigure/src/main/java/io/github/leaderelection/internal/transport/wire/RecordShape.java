package io.github.leaderelection.internal.transport.wire;

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
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A record: an object with exactly the record's components, in their order. Null stands
 * only where the component is marked as nullable.
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
			components.add(new Component(each.getName(), type.getSimpleName() + '.' + each.getName(),
					each.getAccessor(), shapeOf(type, each.getGenericType()), isNullable(each.getAnnotatedType())));
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
			if (plain.isSealed() && !plain.isAssignableFrom(owner)) {
				return new FamilyShape(plain);
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
	public void write(Object value, JsonGenerator out) {
		out.writeStartObject();
		for (Component component : this.components) {
			Object part = component.of(value);
			out.writeName(component.name());
			if (part != null) {
				component.shape().write(part, out);
			}
			else if (component.nullable()) {
				out.writeNull();
			}
			else {
				throw new IllegalArgumentException(
						"The " + this.type.getSimpleName() + " has no '" + component.name() + "': give it one");
			}
		}
		out.writeEndObject();
	}

	@Override
	public Object read(JsonParser in, String where) throws WireException {
		if (in.currentToken() != JsonToken.START_OBJECT) {
			throw Shape.not(where, "an object");
		}
		@Nullable Object[] arguments = new @Nullable Object[this.components.size()];
		for (int i = 0; i < arguments.length; i++) {
			Component component = this.components.get(i);
			PrivateJson.next(in, component.name());
			arguments[i] = (in.currentToken() == JsonToken.VALUE_NULL && component.nullable()) ? null
					: component.shape().read(in, component.where());
		}
		PrivateJson.end(in, where);
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
	 * @param where names it in an exception
	 * @param accessor reads it
	 * @param shape of its values
	 * @param nullable whether null is one of them
	 */
	private record Component(String name, String where, Method accessor, Shape shape, boolean nullable) {

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
