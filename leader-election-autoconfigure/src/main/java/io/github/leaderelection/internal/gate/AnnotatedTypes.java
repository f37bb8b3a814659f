package io.github.leaderelection.internal.gate;

import java.lang.annotation.Annotation;
import java.lang.annotation.AnnotationFormatError;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.core.annotation.MergedAnnotations;

/**
 * Finds the types with an annotation on them, on a method or on a supertype. Scans each
 * type once, which is faster than searching for the annotation of each method. Safe for
 * use from any thread.
 */
public final class AnnotatedTypes {

	private final Class<? extends Annotation> wanted;

	private final Map<Class<?>, Boolean> declaring = new ConcurrentHashMap<>();

	private final Map<Class<? extends Annotation>, Boolean> meant = new ConcurrentHashMap<>();

	/**
	 * Creates an empty cache.
	 * @param wanted the annotation, which may also be a meta-annotation
	 */
	public AnnotatedTypes(Class<? extends Annotation> wanted) {
		this.wanted = wanted;
	}

	/**
	 * Whether the annotation may concern a type. True for a type that cannot be scanned,
	 * because a class in its method signatures may be missing.
	 */
	public boolean contains(Class<?> type) {
		for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
			if (declares(each)) {
				return true;
			}
			for (Class<?> contract : each.getInterfaces()) {
				if (contains(contract)) {
					return true;
				}
			}
		}
		return false;
	}

	private boolean declares(Class<?> type) {
		return this.declaring.computeIfAbsent(type, this::looksAnnotated);
	}

	private boolean looksAnnotated(Class<?> type) {
		try {
			if (isAnnotated(type)) {
				return true;
			}
			for (Method method : type.getDeclaredMethods()) {
				if (isAnnotated(method)) {
					return true;
				}
			}
			return false;
		}
		catch (RuntimeException | LinkageError | AnnotationFormatError ex) {
			return true;
		}
	}

	private boolean isAnnotated(AnnotatedElement element) {
		for (Annotation annotation : element.getDeclaredAnnotations()) {
			if (this.meant.computeIfAbsent(annotation.annotationType(), this::means)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Whether an annotation stands for the wanted one. A container of repeatable
	 * annotations stands for its elements.
	 */
	private boolean means(Class<? extends Annotation> annotation) {
		return annotation == this.wanted || MergedAnnotations.from(annotation).isPresent(this.wanted)
				|| Arrays.stream(annotation.getDeclaredMethods())
					.map((attribute) -> attribute.getReturnType().getComponentType())
					.anyMatch(
							(held) -> held != null && held.isAnnotation() && means(held.asSubclass(Annotation.class)));
	}

}
