package io.github.leaderelection.autoconfigure.cluster;

import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Pattern;

import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * Notes which source files of the library a thread enters, from a first class to its
 * return.
 */
public final class EnteredFiles implements AutoCloseable {

	private static final String LIBRARY = "io.github.leaderelection.";

	/**
	 * No other module: before Java 19 a class that is changed loses the names of its
	 * parameters, by which Spring binds.
	 */
	private static final Pattern OF_THE_ELECTION = Pattern.compile(".*/leader-election-(core|transport)/target/.*");

	private static final ThreadLocal<Walk> WALK = new ThreadLocal<>();

	private static final Queue<Set<String>> ENDED = new ConcurrentLinkedQueue<>();

	private static volatile String first = "";

	private final Instrumentation instrumentation = ByteBuddyAgent.install();

	private final ResettableClassFileTransformer transformer;

	/**
	 * Begins to note.
	 * @param first the class, below the library's package, with which a walk begins
	 */
	EnteredFiles(String first) {
		EnteredFiles.first = LIBRARY + first;
		this.transformer = new AgentBuilder.Default().disableClassFormatChanges()
			.with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
			.type((type, loader, module, redefined, domain) -> type.getName().startsWith(LIBRARY)
					&& OF_THE_ELECTION.matcher(domain.getCodeSource().getLocation().getPath()).matches())
			.transform((builder, type, loader, module,
					domain) -> builder.visit(Advice.to(Entering.class)
						.on(ElementMatchers.isMethod().and(ElementMatchers.not(ElementMatchers.isAbstract())))))
			.installOn(this.instrumentation);
	}

	/** The walks that have ended, each with the names of its files. */
	List<Set<String>> walks() {
		return List.copyOf(ENDED);
	}

	@Override
	public void close() {
		this.transformer.reset(this.instrumentation, AgentBuilder.RedefinitionStrategy.RETRANSFORMATION);
		ENDED.clear();
	}

	/** Called by the code that is woven in. */
	public static void entered(String name) {
		Walk walk = WALK.get();
		if (walk == null) {
			if (!name.equals(first)) {
				return;
			}
			walk = new Walk();
			WALK.set(walk);
		}
		walk.depth++;
		walk.files.add(name.substring(LIBRARY.length()).split("\\$")[0]);
	}

	/** Called by the code that is woven in. */
	public static void left() {
		Walk walk = WALK.get();
		if (walk != null && --walk.depth == 0) {
			WALK.remove();
			ENDED.add(walk.files);
		}
	}

	private static final class Walk {

		private final Set<String> files = new TreeSet<>();

		private int depth;

	}

	/**
	 * What is woven into each method.
	 */
	static final class Entering {

		@Advice.OnMethodEnter
		static void enter(@Advice.Origin("#t") String name) {
			entered(name);
		}

		@Advice.OnMethodExit(onThrowable = Throwable.class)
		static void exit() {
			left();
		}

	}

}
