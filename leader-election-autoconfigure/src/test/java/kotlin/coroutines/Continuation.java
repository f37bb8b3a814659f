package kotlin.coroutines;

/**
 * In place of Kotlin's, which the compiler appends to the parameters of a suspending
 * function.
 *
 * @param <T> the result
 */
public interface Continuation<T> {

	void resumeWith(Object result);

}
