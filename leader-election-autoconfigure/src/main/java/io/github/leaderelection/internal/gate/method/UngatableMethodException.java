package io.github.leaderelection.internal.gate.method;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;

import io.github.leaderelection.spring.LeaderOnly;

/**
 * Thrown for a leader-only method that would run on every node, or that has no result for
 * a follower.
 */
public class UngatableMethodException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final String remedy;

	/**
	 * Creates an exception.
	 * @param problem the problem, as a continuation of the method's name
	 * @param remedy the remedy, as a sentence without its full stop
	 */
	UngatableMethodException(Method method, String problem, String remedy) {
		this(LeaderOnly.class, method, problem, remedy);
	}

	/**
	 * Creates an exception for a method with an annotation of another module.
	 */
	public UngatableMethodException(Class<? extends Annotation> annotation, Method method, String problem,
			String remedy) {
		this("The @" + annotation.getSimpleName() + " method " + name(method) + " " + problem + ".", remedy + ".");
	}

	private UngatableMethodException(String problem, String remedy) {
		super(problem + " " + remedy);
		this.problem = problem;
		this.remedy = remedy;
	}

	static String name(Method method) {
		return method.getDeclaringClass().getName() + "." + method.getName() + "()";
	}

	/**
	 * The problem, as a sentence that names the method.
	 */
	public String problem() {
		return this.problem;
	}

	/**
	 * The remedy, as a sentence.
	 */
	public String remedy() {
		return this.remedy;
	}

}
