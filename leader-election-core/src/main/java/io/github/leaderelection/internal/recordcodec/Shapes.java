package io.github.leaderelection.internal.recordcodec;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.spi.ElectionMessage;

/**
 * Derives the shapes of all types of one protocol. Used by one thread.
 */
public final class Shapes {

	private final Class<?> messageType;

	private final Class<?> stateType;

	private final Class<?> timerType;

	private final Map<Class<?>, Shape> known = new HashMap<>(SimpleShape.BY_TYPE);

	private final Set<Class<?>> underWay = new HashSet<>();

	/**
	 * Binds the type variables of a protocol.
	 */
	public Shapes(Class<?> messageType, Class<?> stateType, Class<?> timerType) {
		this.messageType = messageType;
		this.stateType = stateType;
		this.timerType = timerType;
	}

	/**
	 * The shapes of types without an election's own messages, states and timers.
	 */
	public static Shapes ofValues() {
		return new Shapes(Void.class, Void.class, Void.class);
	}

	/**
	 * Derives the shape of a type.
	 * @throws IllegalArgumentException if its values cannot be written
	 */
	public Shape of(Type type) {
		if (type instanceof Class<?> plain) {
			return ofClass(plain);
		}
		if (type instanceof ParameterizedType generic) {
			if (isOfAnotherElection(generic)) {
				Class<?> messages = (Class<?>) generic.getActualTypeArguments()[0];
				return new Shapes(messages, this.stateType, this.timerType).of(generic.getRawType());
			}
			// Types have no other variables than the protocol's, which are bound here.
			return (generic.getRawType() == List.class) ? new ListShape(of(generic.getActualTypeArguments()[0]))
					: of(generic.getRawType());
		}
		if (type instanceof TypeVariable<?> variable) {
			return of((variable.getBounds()[0] == ElectionMessage.class) ? this.messageType : this.stateType);
		}
		throw unknown(type);
	}

	/** For instance an envelope in the state of the underlying election. */
	private boolean isOfAnotherElection(ParameterizedType generic) {
		return generic.getActualTypeArguments()[0] instanceof Class<?> argument && argument != this.messageType
				&& ElectionMessage.class.isAssignableFrom(argument) && generic.getRawType() != List.class;
	}

	private Shape ofClass(Class<?> type) {
		if (type == Timer.class) {
			return ofClass(this.timerType);
		}
		Shape shape = this.known.get(type);
		if (shape == null) {
			if (!this.underWay.add(type)) {
				throw new IllegalArgumentException(
						"The type " + type.getName() + " contains itself: trace a protocol without such a type");
			}
			shape = derive(type);
			this.underWay.remove(type);
			this.known.put(type, shape);
		}
		return shape;
	}

	private Shape derive(Class<?> type) {
		if (type == this.messageType) {
			return new RepeatableShape(type.isRecord() ? new RecordShape(type, this) : new FamilyShape(type, this));
		}
		if (type.isEnum()) {
			return new EnumShape(type);
		}
		if (type.isRecord()) {
			return new RecordShape(type, this);
		}
		if (type.isArray()) {
			return new ArrayShape(type.getComponentType(), of(type.getComponentType()));
		}
		if (type.isSealed()) {
			return new FamilyShape(type, this);
		}
		throw unknown(type);
	}

	private static IllegalArgumentException unknown(Type type) {
		return new IllegalArgumentException("Values of the type " + type.getTypeName()
				+ " cannot be written: use numbers, booleans, strings, node ids, enums, and lists, arrays"
				+ " and records of these");
	}

}
